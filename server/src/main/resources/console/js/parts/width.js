// How wide an element is, now and after each change of the window.
import { useLayoutEffect, useRef, useState } from '../preact.js';

export function useWidth() {
  const box = useRef(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.floor(box.current?.clientWidth ?? 0));
    const sizes = new ResizeObserver(measure);
    sizes.observe(box.current);
    measure();
    return () => sizes.disconnect();
  }, []);
  return [box, width];
}
