// The order in which tables may be locked, as declared, against the order that was seen.
import { html } from '../preact.js';
import { get } from '../api.js';
import { usePolled } from '../polled.js';
import { count, moment, plural } from '../format.js';
import { OrderLanes } from '../parts/order-lanes.js';
import { Empty, Loaded } from '../parts/problem.js';

export function Policy() {
  const loaded = usePolled(signal => get('policy', {}, signal), [],
    { period: 15_000, events: false });
  return html`<main class="panel policy">
    <${Loaded} of=${loaded}>${({ declared, observed }) => html`
      ${declared ? html`<${OrderLanes} clusters=${declared.clusters ?? []} observed=${observed} />`
        : html`<${Empty} title="No lock order is declared.">
          Start the service with <code>--policy holdfast-policy.yaml</code> to see it here.<//>`}
      ${observed.length > 0 ? html`<${Observed} edges=${observed} />`
        : declared && html`<p class="soft pad">No lock order was observed yet.</p>`}`}<//>
  </main>`;
}

function Observed({ edges }) {
  const violations = edges.filter(edge => edge.violation).length;
  const sorted = [...edges].sort((a, b) => Boolean(b.violation) - Boolean(a.violation)
    || b.count - a.count);
  return html`<section class="observed"><h2>Observed${' '}
      <span class=${violations > 0 ? 'red' : 'faint'}>${violations > 0
        ? plural(violations, 'violation') : 'all as declared'}</span></h2>
    <table><thead><tr><th>Locked first</th><th>Then</th><th class="number">Seen</th>
      <th class="number">Last</th><th>Application</th><th></th></tr></thead>
    <tbody>${sorted.map(edge => html`<tr key=${`${edge.from}>${edge.to}>${edge.application}`}
      class=${edge.violation ? 'violation' : ''}>
      <td class="name">${edge.from}</td><td class="name">${edge.to}</td>
      <td class="number">${count(edge.count)}</td>
      <td class="number soft">${edge.lastSeen ? moment(edge.lastSeen) : ''}</td>
      <td class="soft breaks">${edge.application ?? ''}</td>
      <td class="red breaks">${edge.violation ?? ''}</td></tr>`)}</tbody></table></section>`;
}
