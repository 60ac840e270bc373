// Drag over a chart to look nearer.
import { useEffect, useState } from '../preact.js';

const LEAST = 6;

/** @returns [span in pixels or null, attributes of the chart] */
export function useBrush(onSpan) {
  const [drag, setDrag] = useState(null);
  useEffect(() => {
    if (!drag) {
      return undefined;
    }
    const move = event => setDrag({ ...drag, x: event.clientX - drag.left });
    const end = () => {
      setDrag(null);
      if (Math.abs(drag.x - drag.start) >= LEAST) {
        onSpan(Math.min(drag.x, drag.start), Math.max(drag.x, drag.start));
      }
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
    };
  }, [drag]);
  const onPointerDown = event => {
    if (event.button === 0) {
      const { left } = event.currentTarget.getBoundingClientRect();
      setDrag({ left, start: event.clientX - left, x: event.clientX - left });
    }
  };
  const dragging = drag && Math.abs(drag.x - drag.start) >= LEAST;
  return [dragging ? [Math.min(drag.x, drag.start), Math.abs(drag.x - drag.start)] : null,
    { onPointerDown }];
}
