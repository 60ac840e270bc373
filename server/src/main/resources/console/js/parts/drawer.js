// One resource in full: why it is as it is, who waits, what would help, what was before.
import { html } from '../preact.js';
import { get } from '../api.js';
import { usePolled } from '../polled.js';
import { link } from '../router.js';
import { useNow } from '../clock.js';
import { age, clock, duration, moment, secondsBetween } from '../format.js';
import { ActButton, Advice } from './act.js';
import { History } from './history.js';
import { Close } from './icons.js';
import { Loaded } from './problem.js';
import { Waiters } from './waiters.js';

export function Drawer({ name, onClose }) {
  const why = usePolled(signal => get('resource/why', { name }, signal), [name], { period: 2000 });
  const past = usePolled(signal => get('resource/history', { name, limit: 30 }, signal), [name],
    { period: 6000 });
  const reload = () => { why.reload(); past.reload(); };
  return html`<aside class="drawer" aria-label=${name}>
    <header><h2 class="name breaks">${name}</h2>
      <button class="button plain" type="button" aria-label="Close" title="Close (Esc)"
        onClick=${onClose}><${Close} /></button></header>
    <div class="content">
      <${Loaded} of=${why}>${value => html`<${Why} why=${value} onDone=${reload} />`}<//>
      ${past.value && html`<${History} holds=${past.value.items} />`}
      ${why.value && html`<${Refusals} refusals=${why.value.refusals ?? []} />`}
      <p><a class="text" href=${link('timeline', { prefix: name })}>
        Timeline of this resource</a></p>
    </div>
  </aside>`;
}

function Why({ why, onDone }) {
  const release = why.advice.some(advice => advice.act.toUpperCase() === 'RELEASE');
  return html`
    <p class="sentence breaks">${why.sentence}</p>
    ${(why.cycles ?? []).length > 0 && html`<p class="red">It is part of a deadlock.
      ${' '}<a class="text" href="#/waits">See the cycle</a></p>`}
    ${why.advice.length > 0 && html`<section class="help"><h3>What would help</h3>
      ${why.advice.map(advice => html`<${Advice} advice=${advice} onDone=${onDone} />`)}</section>`}
    ${why.lease && html`<${Lease} lease=${why.lease} />`}
    ${why.lease?.holder && !release && html`<div class="quiet-act"><${ActButton} act="RELEASE"
      of=${{ resource: why.resource, fence: why.lease.fence }} onDone=${onDone} /></div>`}
    <${Waiters} waiters=${why.waiters ?? []} />`;
}

function Lease({ lease }) {
  const now = useNow();
  const attributes = Object.entries(lease.attributes ?? {});
  if (!lease.holder) {
    return html`<dl class="facts"><dt>Last fence</dt><dd>${lease.fence}</dd></dl>`;
  }
  const left = secondsBetween(now, lease.until);
  return html`<dl class="facts">
    <dt>Holder</dt><dd class="name breaks">${lease.holder}</dd>
    <dt>Fence</dt><dd>${lease.fence}</dd>
    <dt>Since</dt><dd>${moment(lease.since)} <span class="faint">${' '}
      ${age(secondsBetween(lease.since, now))} ago</span></dd>
    <dt>Until</dt><dd class=${left <= 5 ? 'amber' : ''}>${moment(lease.until)}
      <span class="faint"> ${left > 0 ? `in ${age(left + 1)}` : `${age(-left)} ago`}</span></dd>
    ${attributes.map(([key, value]) => html`<dt class="breaks">${key}</dt>
      <dd class="name breaks">${value}</dd>`)}
  </dl>`;
}

function Refusals({ refusals }) {
  return refusals.length > 0 && html`<section><h3>Refused lately</h3>
    <ol class="lines">${refusals.map(refusal => html`<li key=${refusal.id}>
      <a href=${link('refusals', {}, refusal.id)}>
        <span class="faint">${clock(refusal.at)}</span>
        <span class="clip">${refusal.holder}</span>
        <span class="number soft">${refusal.code}, ${duration(refusal.waitedSeconds)}</span>
      </a></li>`)}</ol></section>`;
}
