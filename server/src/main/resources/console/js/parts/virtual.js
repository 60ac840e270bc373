// Rows of one height, of which only those in view exist.
import { html, useLayoutEffect, useRef, useState } from '../preact.js';

const AROUND = 12;
export const ROW_HEIGHT = 34;

/**
 * @param count how many rows there are
 * @param row index → element
 * @param onView (first, last): told when other rows come into view
 * @param shown the index of a row that should be in view
 */
export function Virtual({ count, row, onView, shown, ...attributes }) {
  const box = useRef(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const measure = () => setView({ top: box.current.scrollTop, height: box.current.clientHeight });
    const sizes = new ResizeObserver(measure);
    sizes.observe(box.current);
    measure();
    return () => sizes.disconnect();
  }, []);
  useLayoutEffect(() => bring(box.current, shown), [shown]);
  const first = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - AROUND);
  const last = Math.min(count, Math.ceil((view.top + view.height) / ROW_HEIGHT) + AROUND) - 1;
  useLayoutEffect(() => onView(first, last), [first, last, count]);
  const rows = [];
  for (let index = first; index <= last; index++) {
    rows.push(row(index));
  }
  return html`<div class="virtual" ref=${box} tabindex="0" ...${attributes}
    onScroll=${() => setView({ top: box.current.scrollTop, height: box.current.clientHeight })}>
    <div class="all" role="presentation" style=${{ height: `${count * ROW_HEIGHT}px` }}>
      <div class="window" role="presentation"
        style=${{ transform: `translateY(${first * ROW_HEIGHT}px)` }}>${rows}</div>
    </div>
  </div>`;
}

function bring(box, index) {
  if (index === undefined || index < 0) {
    return;
  }
  const top = index * ROW_HEIGHT;
  if (top < box.scrollTop) {
    box.scrollTop = top;
  } else if (top + ROW_HEIGHT > box.scrollTop + box.clientHeight) {
    box.scrollTop = top + ROW_HEIGHT - box.clientHeight;
  }
}
