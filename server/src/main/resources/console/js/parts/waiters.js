// Who waits, in the order of the queue.
import { html } from '../preact.js';
import { useNow } from '../clock.js';
import { age, count, secondsBetween } from '../format.js';

const SHOWN = 100;

export function Waiters({ waiters, title = 'Waiting, in order', at = null }) {
  const now = useNow();
  if (waiters.length === 0) {
    return null;
  }
  return html`<section><h3>${title}</h3>
    <ol class="waiters">${waiters.slice(0, SHOWN).map((waiter, place) => html`
      <li key=${`${waiter.process}/${waiter.since}/${place}`}>
        <span class="number faint">${place + 1}</span>
        <span class="breaks">${waiter.holder}<${Has} waiter=${waiter} /></span>
        <span class="number">${age(secondsBetween(waiter.since, at ?? now))}</span>
      </li>`)}</ol>
    ${waiters.length > SHOWN && html`<p class="faint">
      and ${count(waiters.length - SHOWN)} more</p>`}
  </section>`;
}

/** What a waiter itself keeps from others: the beginning of most deadlocks. */
function Has({ waiter }) {
  const holds = waiter.holds ?? [];
  const backends = waiter.backends ?? [];
  return html`${holds.length > 0 && html`<span class="faint">, holds
      ${' '}<span class="name">${holds.join(', ')}</span></span>`}
    ${backends.length > 0 && html`<span class="faint">, pid ${backends.join(', ')}</span>`}`;
}
