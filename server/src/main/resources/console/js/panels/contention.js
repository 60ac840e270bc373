// Where time is lost to waiting: groups of resources against time, by wait-seconds.
import { html } from '../preact.js';
import { get } from '../api.js';
import { usePolled } from '../polled.js';
import { clockShort, count, duration, groupPrefix, millis, plural } from '../format.js';
import { follow, rangeOf } from '../time-range.js';
import { link } from '../router.js';
import { scale as scaleOf } from '../time-scale.js';
import { Axis } from '../parts/axis.js';
import { Choice } from '../parts/choice.js';
import { Empty, Loaded } from '../parts/problem.js';
import { useTip } from '../parts/tip.js';
import { useWidth } from '../parts/width.js';

const RANGES = { '1h': 3600, '6h': 21_600, '24h': 86_400, '7d': 604_800 };
const OPTIONS = Object.keys(RANGES).map(name => [name, name]);
const COLUMNS = 60;
const LEVELS = 6;
const ROW = 30;

export function Contention({ route }) {
  const range = rangeOf(route.query, RANGES, '1h');
  const loaded = usePolled(signal => get('contention', asked(route.query), signal),
    [route.query.range], { period: 15_000, events: false });
  return html`<main class="panel fills contention">
    <div class="tools">
      <${Choice} label="Range" options=${OPTIONS} value=${range.name} onChange=${follow} />
      <${Scale} /></div>
    <${Loaded} of=${loaded}>${value => value.groups.length === 0
      ? html`<${Empty} title="Nobody waited in this time." />`
      : html`<${HeatMap} data=${value} />`}<//>
  </main>`;
}

/** Whole steps, so that cells do not change their minutes between two answers. */
function asked(query) {
  const { from, to } = rangeOf(query, RANGES, '1h');
  const step = Math.round((to - from) / 1000 / COLUMNS / 60) * 60;
  const end = Math.ceil(to / 1000 / step) * step;
  return {
    from: new Date((end - step * COLUMNS) * 1000).toISOString(),
    to: new Date(end * 1000).toISOString(), stepSeconds: step,
  };
}

function HeatMap({ data }) {
  const [box, width] = useWidth();
  const tip = useTip();
  const rows = data.groups.map(group => ({ ...group, total: sum(group.waitSeconds),
    refused: sum(group.refusals) })).sort((a, b) => b.total - a.total || b.refused - a.refused);
  const most = Math.max(1, ...rows.flatMap(row => row.waitSeconds));
  const scale = scaleOf(millis(data.from), millis(data.to), Math.max(1, width));
  return html`<div class="heat">
    <div></div><${Axis} scale=${scale} /><div class="number faint">Waited</div>
    <div class="number faint">Refused</div>
    <ol class="lane-names">${rows.map(row => html`<li key=${row.group}><a class="name clip"
      href=${link('resources', { prefix: groupPrefix(row.group) })}>${row.group}</a></li>`)}</ol>
    <div ref=${box}><svg width=${width} height=${rows.length * ROW}>
      ${rows.map((row, index) => html`<${Row} key=${row.group} row=${row} y=${index * ROW}
        data=${data} width=${width} most=${most} tip=${tip} />`)}</svg></div>
    <ol class="totals">${rows.map(row => html`<li class="number">${duration(row.total)}</li>`)}</ol>
    <ol class="totals">${rows.map(row => html`<li class="number soft">
      ${row.refused > 0 ? count(row.refused) : ''}</li>`)}</ol>
    ${tip[2]}
  </div>`;
}

function Row({ row, y, data, width, most, tip }) {
  const cell = width / row.waitSeconds.length;
  return html`<a href=${link('resources', { prefix: groupPrefix(row.group) })} tabindex="-1"
    aria-label=${`${row.group}: ${duration(row.total)} waited, ${count(row.refused)} refused`}>
    ${row.waitSeconds.map((value, step) => html`
      <rect key=${step} class=${`level-${level(value, most)}`} x=${step * cell} y=${y + 2}
        width=${Math.max(1, cell - 1.5)} height=${ROW - 4} rx="2"
        onMouseMove=${event => tip[0](event, words(row, step, data))} onMouseLeave=${tip[1]} />
      ${row.refusals[step] > 0 && html`<circle class="refused" r="2.5"
        cx=${(step + 0.5) * cell - 0.75} cy=${y + ROW / 2} />`}`)}
  </a>`;
}

function words(row, step, data) {
  const start = millis(data.from) + step * data.stepSeconds * 1000;
  return html`<strong>${row.group}</strong>
    <p>${clockShort(start)} to ${clockShort(start + data.stepSeconds * 1000)}</p>
    <p>${duration(row.waitSeconds[step])} waited</p>
    ${row.refusals[step] > 0 && html`<p>${plural(row.refusals[step], 'refusal')}</p>`}`;
}

/** By the logarithm: one bad minute must not make all others look well. */
function level(value, most) {
  return value <= 0 ? 0
    : Math.max(1, Math.ceil(LEVELS * Math.log1p(value) / Math.log1p(most)));
}

function sum(values) {
  return values.reduce((total, value) => total + Number(value), 0);
}

function Scale() {
  return html`<span class="rest scale faint">less
    <svg width=${(LEVELS + 1) * 18} height="14" aria-hidden="true">
      ${Array.from({ length: LEVELS + 1 }, (_, index) => html`<rect key=${index} x=${index * 18}
        width="16" height="14" rx="2" class=${`level-${index}`} />`)}</svg> more waiting
    <svg width="8" height="14" aria-hidden="true">
      <circle class="refused" cx="4" cy="7" r="2.5" /></svg> refused</span>`;
}
