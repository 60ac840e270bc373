// What a mark in a chart means: for the mouse beside it, for others as its accessible name.
import { html, useLayoutEffect, useRef, useState } from '../preact.js';

/** @returns [show(event, content), hide, element] */
export function useTip() {
  const [tip, setTip] = useState(null);
  const show = (event, content) => setTip({ x: event.clientX, y: event.clientY, content });
  return [show, () => setTip(null), tip && html`<${Tip} ...${tip} />`];
}

function Tip({ x, y, content }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const { width, height } = box.current.getBoundingClientRect();
    box.current.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - width - 8))}px`;
    box.current.style.top = `${y + 18 + height > innerHeight ? y - height - 12 : y + 18}px`;
  }, [x, y, content]);
  return html`<div class="tip" ref=${box} aria-hidden="true">${content}</div>`;
}
