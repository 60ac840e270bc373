// A resource as a line that reads as its sentence: what, by whom, how long, until when, who waits.
import { html } from '../preact.js';
import { age, count, secondsBetween } from '../format.js';
import { Line } from './line.js';

const SOON = 5;
const HEAD = [['', ''], ['Resource', ''], ['Holder', ''], ['Held', 'number'], ['Expires', 'number'],
  ['Fence', 'number'], ['Waiting', '']];

export function ResourceHead() {
  return html`<div class="resource head" role="row">
    ${HEAD.map(([title, tone]) => html`<span role="columnheader" class=${tone}>${title}</span>`)}
  </div>`;
}

export function ResourceRow({ of, queue, now, index, selected, open, onOpen }) {
  const state = stateAt(of, now);
  const waiting = queue?.length ?? of.waiting; // the number of those who are named beside it
  return html`<div class=${`resource ${selected ? 'selected' : ''} ${open ? 'open' : ''}`}
    role="row" id=${`row-${index}`} aria-rowindex=${index + 1} aria-selected=${selected}
    title=${of.sentence} onClick=${() => onOpen(index)}>
    <span role="gridcell" class=${`state ${state}`} aria-label=${state}></span>
    <span role="gridcell" class="name clip">${of.resource}</span>
    <span role="gridcell" class="clip soft">${of.holder ?? ''}</span>
    <span role="gridcell" class="number">${of.since && state !== 'free'
      ? age(secondsBetween(of.since, now)) : ''}</span>
    <${Expires} of=${of} state=${state} now=${now} />
    <span role="gridcell" class="number soft">${of.fence ?? ''}</span>
    <span role="gridcell" class="waiting clip">${waiting > 0 && html`
      <strong>${count(waiting)}</strong> ${queue && html`<${Line} waiters=${queue} />`}`}</span>
  </div>`;
}

function Expires({ of, state, now }) {
  const left = of.until ? secondsBetween(now, of.until) : 0;
  const words = state === 'free' ? 'free' : left > 0 ? `in ${age(left + 1)}` : `${age(-left)} ago`;
  const tone = state === 'expiring' || state === 'expired' ? 'amber' : 'soft';
  return html`<span role="gridcell" class=${`number ${tone}`}>${words}</span>`;
}

/** What the service said, moved on by the clock: what nobody renewed has run out meanwhile. */
export function stateAt(of, now) {
  if (of.state !== 'held') {
    return of.state;
  }
  const left = secondsBetween(now, of.until);
  return left <= 0 ? 'expired' : left <= SOON ? 'expiring' : 'held';
}
