// Who had it before, and how each hold ended.
import { html } from '../preact.js';
import { now } from '../clock.js';
import { duration, moment, secondsBetween } from '../format.js';

export function History({ holds }) {
  return holds.length > 0 && html`<section><h3>History</h3>
    <table class="history"><tbody>
      ${holds.map(hold => html`<${Hold} key=${hold.fence} of=${hold} />`)}
    </tbody></table></section>`;
}

function Hold({ of }) {
  const end = of.ended?.at ?? now();
  return html`<tr>
    <td class="number soft">${of.fence}</td>
    <td><span class="breaks">${of.holder}</span>
      <${Note} of=${of} /></td>
    <td class="number soft">${duration(secondsBetween(of.since, end))}</td>
    <td class=${of.ended?.kind === 'expired' ? 'amber' : 'soft'}>${of.ended?.kind ?? 'held'}</td>
    <td class="number faint">${moment(of.since)}</td>
  </tr>`;
}

function Note({ of }) {
  const late = of.tail && of.ended ? secondsBetween(of.ended.at, of.tail.until) : 0;
  return html`
    ${of.ended?.kind === 'forced' && html`<p class="faint breaks">by ${of.ended.by ?? 'somebody'}:
      ${' '}${of.ended.reason ?? 'no reason given'}</p>`}
    ${late > 0 && html`<p class="amber">still ran ${duration(late)} after it</p>`}`;
}
