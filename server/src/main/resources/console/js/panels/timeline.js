// Who held what when: holds as bars, what went wrong as marks on them.
import { html } from '../preact.js';
import { get } from '../api.js';
import { usePolled } from '../polled.js';
import { useNow } from '../clock.js';
import { useKeys } from '../keys.js';
import { clock } from '../format.js';
import { link, go } from '../router.js';
import { fix, follow, rangeOf, shift, zoom } from '../time-range.js';
import { scale as scaleOf } from '../time-scale.js';
import { Axis, TickLines } from '../parts/axis.js';
import { useBrush } from '../parts/brush.js';
import { Choice } from '../parts/choice.js';
import { LANE, Lane } from '../parts/lane.js';
import { Empty, Loaded } from '../parts/problem.js';
import { Search } from '../parts/search.js';
import { useTip } from '../parts/tip.js';
import { useWidth } from '../parts/width.js';

const RANGES = { '5m': 300, '15m': 900, '1h': 3600, '6h': 21_600, '24h': 86_400 };
const OPTIONS = Object.keys(RANGES).map(name => [name, name]);
const LANES = 60;

export function Timeline({ route }) {
  const { prefix, range: name, from, to } = route.query;
  const range = rangeOf(route.query, RANGES, '15m');
  const loaded = usePolled(signal => {
    const span = rangeOf(route.query, RANGES, '15m');
    const [start, end] = [iso(span.from), iso(span.to)];
    return get('timeline', { prefix, from: start, to: end, limit: LANES }, signal);
  }, [prefix, name, from, to], { events: range.live });
  useKeys({
    '+': () => zoom(range, 0.5), '=': () => zoom(range, 0.5), '-': () => zoom(range, 2),
    ArrowLeft: () => shift(range, -0.25), ArrowRight: () => shift(range, 0.25),
    Escape: () => range.live ? false : follow(),
  });
  return html`<main class="panel fills timeline">
    <div class="tools"><${Search} value=${prefix} />
      <${Choice} label="Range" options=${OPTIONS} value=${range.name} onChange=${follow} />
      ${!range.live && html`<button class="button" type="button" onClick=${() => follow()}>
        Follow now</button>
        <span class="soft">${clock(range.from)} to ${clock(range.to)}</span>`}
      <span class="rest faint">Drag to look nearer</span></div>
    <${Loaded} of=${loaded}>${value => value.lanes.length === 0
      ? html`<${Empty} title="Nothing was held in this time." />`
      : html`<${Chart} lanes=${value.lanes} range=${range} />`}<//>
    <${Legend} />
  </main>`;
}

function iso(instant) {
  return new Date(instant).toISOString();
}

function Chart({ lanes, range }) {
  const now = useNow();
  const [box, width] = useWidth();
  const tip = useTip();
  const moved = range.live ? now - range.to : 0; // the axis moves on between two answers
  const scale = scaleOf(range.from + moved, range.to + moved, Math.max(1, width));
  const [span, brush] = useBrush((x1, x2) => fix(scale.at(x1), scale.at(x2)));
  const height = lanes.length * LANE;
  return html`<div class="gantt">
    <div class="corner"></div><${Axis} scale=${scale} />
    <ol class="lane-names">${lanes.map(lane => html`<li key=${lane.resource}>
      <a class="name clip" title=${lane.resource}
        href=${link('resources', { open: lane.resource })}>${lane.resource}</a></li>`)}</ol>
    <div class="lanes" ref=${box} ...${brush}>
      <svg width=${width} height=${height}>
        <defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"><rect class="hatch-line" width="2" height="5" />
        </pattern></defs>
        <${TickLines} scale=${scale} height=${height} />
        ${lanes.map((lane, index) => html`<g key=${lane.resource}
          transform=${`translate(0 ${index * LANE})`}>
          <${Lane} lane=${lane} scale=${scale} now=${now} tip=${tip}
            onOpen=${resource => go('resources', { open: resource })} /></g>`)}
        ${span && html`<rect class="brush" x=${span[0]} width=${span[1]} height=${height} />`}
      </svg>
    </div>
    ${tip[2]}
  </div>`;
}

function Legend() {
  return html`<footer class="legend">
    <span class="swatch running">held now</span><span class="swatch released">released</span>
    <span class="swatch expired">ran out</span>
    <span class="swatch tail">holder still ran after the end</span>
    <span class="swatch takeover">taken over</span><span class="swatch forced">forced release</span>
    <span class="swatch stale">stale write refused</span>
    <span class="swatch deadlock">deadlock</span>
  </footer>`;
}
