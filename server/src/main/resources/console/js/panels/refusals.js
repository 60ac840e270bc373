// The page that the `instance` of a 409 opens: what was held then, who asked, what is true now.
import { html } from '../preact.js';
import { get } from '../api.js';
import { usePolled } from '../polled.js';
import { link } from '../router.js';
import { clock, count, duration, moment, secondsBetween } from '../format.js';
import { Empty, Loaded } from '../parts/problem.js';
import { Waiters } from '../parts/waiters.js';

export function Refusals({ route }) {
  return route.part ? html`<${Refusal} id=${route.part} key=${route.part} />` : html`<${All} />`;
}

function All() {
  const loaded = usePolled(signal => get('refusals', {}, signal), []);
  return html`<main class="panel fills refusals"><${Loaded} of=${loaded}>${({ items }) =>
    items.length === 0 ? html`<${Empty} title="Nobody was refused lately.">
        A 409 of the service is kept for a while; its <code>instance</code> opens here.<//>`
      : html`<ol class="scrolls">${items.map(each => html`<li key=${each.id}>
          <a class="refusal-line" href=${link('refusals', {}, each.id)}>
            <span class="faint">${moment(each.at)}</span><span class="soft">${each.code}</span>
            <span class="name clip">${each.resource}</span>
            <span class="clip soft">${each.sentence}</span></a></li>`)}</ol>`}<//></main>`;
}

function Refusal({ id }) {
  const loaded = usePolled(signal => get(`refusals/${encodeURIComponent(id)}`, {}, signal), [id]);
  return html`<main class="panel"><${Loaded} of=${loaded}>${refusal => html`
    <article class="refusal">
      <h3>Refused ${moment(refusal.at)}</h3>
      <p class="sentence breaks">${headline(refusal)}</p>
      <div class="then-now">
        <section><h2>Then</h2><${Then} of=${refusal} /></section>
        <section><h2>Now</h2><${Now} of=${refusal} /></section>
      </div>
    </article>`}<//></main>`;
}

/** The sentence of the service, with times as people say them. */
function headline({ at, holder, resource, waitedSeconds, heldBy, waiters }) {
  const after = waitedSeconds >= 0.05 ? ` after ${duration(waitedSeconds)}` : '';
  const held = heldBy?.since ? ` for ${duration(secondsBetween(heldBy.since, at))}` : '';
  const by = heldBy ? `: ${heldBy.holder} had it${held}, fence ${heldBy.fence}` : '';
  const queue = waiters?.length > 0 ? `, ${count(waiters.length)} waiting before it` : '';
  return `${holder} was refused ${resource}${after}${by}${queue}.`;
}

function Then({ of }) {
  const { heldBy } = of;
  return html`<dl class="facts">
      <dt>Asked</dt><dd class="name breaks">${of.holder}</dd>
      <dt>For</dt><dd class="name breaks">${of.resource}</dd>
      <dt>Waited</dt><dd>${duration(of.waitedSeconds)}</dd>
      <dt>Answer</dt><dd>409 ${of.code}</dd>
      ${heldBy && html`<dt>Held by</dt><dd class="name breaks">${heldBy.holder}</dd>
        <dt>Fence</dt><dd>${heldBy.fence}</dd>
        ${heldBy.since && html`<dt>Since</dt><dd>${moment(heldBy.since)},
          ${' '}${duration(secondsBetween(heldBy.since, of.at))} before</dd>`}
        ${heldBy.until && html`<dt>Until</dt><dd>${clock(heldBy.until)} unless renewed</dd>`}`}
    </dl>
    <${Waiters} waiters=${of.waiters ?? []} title="Waiting before it" at=${of.at} />`;
}

function Now({ of }) {
  const why = usePolled(signal => get('resource/why', { name: of.resource }, signal), [of.resource],
    { period: 2000 });
  return html`<p>${of.stillHeld
      ? 'The same hold still stands: asking again would be refused again.'
      : 'That hold is over. Asking again may succeed.'}</p>
    ${why.value && html`<p class="soft breaks">${why.value.sentence}</p>`}
    <p class="acts"><a class="button" href=${link('resources', { open: of.resource })}>
      Open the resource</a>
      <a class="button" href=${around(of)}>Timeline around it</a></p>`;
}

function around(of) {
  const at = Date.parse(of.at);
  const [from, to] = [at - 300_000, at + 120_000];
  return link('timeline', { prefix: of.resource, from: String(from), to: String(to) });
}
