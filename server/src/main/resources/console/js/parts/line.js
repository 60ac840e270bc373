// A queue in one line, the first in it first.
import { html } from '../preact.js';
import { age, count } from '../format.js';
import { waited } from '../waits.js';

const NAMED = 4;

export function Line({ waiters }) {
  const rest = waiters.length - NAMED;
  return html`<ol class="line" aria-label="in order">${waiters.slice(0, NAMED).map(waiter => html`
    <li key=${waiter.id}>${waiter.label} <span class="faint">${age(waited(waiter))}</span></li>`)}
    ${rest > 0 && html`<li class="faint">${count(rest)} more</li>`}</ol>`;
}
