// One line at the bottom that says what was done; it goes by itself.
import { html, useEffect, useState } from '../preact.js';

const STAYS = 6000;
let listener = () => {};

export function say(text) {
  listener(text);
}

export function Said() {
  const [text, setText] = useState(null);
  useEffect(() => {
    listener = setText;
  }, []);
  useEffect(() => {
    const timer = text && setTimeout(() => setText(null), STAYS);
    return () => clearTimeout(timer);
  }, [text]);
  return html`<div role="status">${text && html`<p class="said breaks">${text}</p>`}</div>`;
}
