// The first thing to see: what is waited for now, who waits in which order, and every deadlock.
import { html } from '../preact.js';
import { plural } from '../format.js';
import { link } from '../router.js';
import { contended } from '../waits.js';
import { Line } from './line.js';

const SHOWN = 4;

export function Contended({ graph }) {
  const queues = contended(graph);
  if (queues.length === 0 && graph.cycles.length === 0) {
    return html`<p class="calm soft">Nobody waits.</p>`;
  }
  return html`<section class="contended" aria-label="Waited for now">
    ${graph.cycles.map(cycle => html`<a class="cycle breaks" href="#/waits">
      <strong>Deadlock</strong> ${cycle.sentence}</a>`)}
    ${queues.slice(0, SHOWN).map(queue => html`<${Queue} key=${queue.lease.id} ...${queue} />`)}
    ${queues.length > SHOWN && html`<a class="text more" href="#/waits">
      ${plural(queues.length - SHOWN, 'more resource')} with waiters</a>`}
  </section>`;
}

function Queue({ lease, waiters }) {
  return html`<a class="queue" href=${link('resources', { open: lease.label })}>
    <span class="name clip">${lease.label}</span>
    <span class="soft clip">${lease.facts.holder ? `held by ${lease.facts.holder}` : 'held'}</span>
    <span class="clip"><strong>${plural(waiters.length, 'waits', 'wait')}</strong>
      ${' '}<${Line} waiters=${waiters} /></span>
  </a>`;
}
