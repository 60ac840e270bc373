// A lane a cluster, its tables in the declared order; what was seen as bows over them, what was
// seen against the order as red bows under them.
import { html } from '../preact.js';
import { count } from '../format.js';
import { useTip } from './tip.js';

const STEP = 168;
const BOX = { width: 124, height: 30 };
const LEFT = 150;
const LANE = 124;
const MIDDLE = 62;
const NAME_ROOM = 16;

export function OrderLanes({ clusters, observed }) {
  const tip = useTip();
  const places = placesOf(clusters);
  const edges = observed.filter(edge => places.has(edge.from) && places.has(edge.to));
  const width = LEFT + Math.max(...clusters.map(cluster => cluster.tables.length), 1) * STEP;
  const height = clusters.length * LANE + 12;
  return html`<figure class="order" aria-label="Declared lock order and what was observed">
    <svg width=${width} height=${height}>
      <defs>${['', 'red'].map(tone => html`<marker id=${`order${tone}`} class=${tone}
        viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
        <path d="M0 0.5L8 4L0 7.5z" /></marker>`)}</defs>
      ${clusters.map((cluster, lane) => html`<${Cluster} key=${cluster.name} cluster=${cluster}
        y=${lane * LANE + MIDDLE} />`)}
      ${edges.map(edge => html`<${Bow} key=${`${edge.from}>${edge.to}>${edge.application}`}
        edge=${edge} from=${places.get(edge.from)} to=${places.get(edge.to)} tip=${tip} />`)}
    </svg>${tip[2]}
  </figure>`;
}

function placesOf(clusters) {
  const places = new Map();
  clusters.forEach((cluster, lane) => cluster.tables.forEach((table, index) =>
    places.set(table, { lane, x: LEFT + index * STEP + BOX.width / 2, y: lane * LANE + MIDDLE })));
  return places;
}

function Cluster({ cluster, y }) {
  const last = LEFT + (cluster.tables.length - 1) * STEP;
  return html`<g class="cluster">
    <text class="cluster-name" x="20" y=${y + 4}>${shortened(cluster.name)}</text>
    <line x1=${LEFT} x2=${last} y1=${y} y2=${y} />
    ${cluster.tables.map((table, index) => html`<g key=${table}>
      <rect x=${LEFT + index * STEP} y=${y - BOX.height / 2} ...${BOX} rx="5" />
      <text x=${LEFT + index * STEP + BOX.width / 2} y=${y + 4}>${shortened(table)}
        <title>${table}</title></text></g>`)}
  </g>`;
}

function shortened(name) {
  return name.length <= NAME_ROOM ? name : `${name.slice(0, NAME_ROOM - 1)}…`;
}

function Bow({ edge, from, to, tip }) {
  const bad = Boolean(edge.violation);
  const words = html`<strong>${edge.from} then ${edge.to}</strong>
    <p>${count(edge.count)} times${edge.application ? ` by ${edge.application}` : ''}</p>
    ${bad && html`<p class="red">${edge.violation}</p>`}`;
  return html`<path class=${`bow ${bad ? 'red' : ''}`} d=${path(from, to, bad)}
    marker-end=${`url(#order${bad ? 'red' : ''})`} role="img"
    aria-label=${`${edge.from} then ${edge.to}${bad ? `: ${edge.violation}` : ''}`}
    onMouseMove=${event => tip[0](event, words)} onMouseLeave=${tip[1]} />`;
}

function path(from, to, bad) {
  const half = BOX.height / 2;
  if (from.lane !== to.lane) {
    const down = Math.sign(to.y - from.y);
    const [y1, y2] = [from.y + down * half, to.y - down * half];
    return `M${from.x} ${y1}C${from.x} ${(y1 + y2) / 2} ${to.x} ${(y1 + y2) / 2} ${to.x} ${y2}`;
  }
  const side = bad ? 1 : -1;
  const rise = side * (half + Math.min(46, 14 + Math.abs(to.x - from.x) / STEP * 10));
  const inset = Math.sign(to.x - from.x) * 16;
  const [x1, x2, y] = [from.x + inset, to.x - inset, from.y + side * half];
  const top = from.y + rise * 1.2;
  return `M${x1} ${y}C${x1 + inset} ${top} ${x2 - inset} ${top} ${x2} ${y}`;
}
