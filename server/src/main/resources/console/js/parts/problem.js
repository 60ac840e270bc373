// A failure beside what is still known: a line above it; without anything known, a page.
import { html } from '../preact.js';

export function Notice({ problem }) {
  return problem && html`<p class="notice" role="status">${problem.message}</p>`;
}

/** Shows what was loaded, or why there is nothing. */
export function Loaded({ of, children }) {
  const { value, problem } = of;
  if (value !== undefined) {
    return html`<${Notice} problem=${problem} />${children(value)}`;
  }
  return problem ? html`<${Empty} title=${problem.message} />` : html`<${Waiting} />`;
}

export function Empty({ title, children }) {
  return html`<div class="empty"><strong class="breaks">${title}</strong>
    ${children && html`<p>${children}</p>`}</div>`;
}

/** Seen after a second only; most answers come before the eye would have read it. */
function Waiting() {
  return html`<p class="empty loading" role="status">Loading …</p>`;
}
