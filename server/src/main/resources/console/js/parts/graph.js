// The wait-for graph as drawn: lines in SVG, nodes as buttons over them.
import { html } from '../preact.js';
import { age } from '../format.js';
import { NODE } from '../graph-layout.js';
import { waited } from '../waits.js';

const KINDS = { LEASE: 'lease', WAITER: 'waits', HOLDER: 'holder', BACKEND: 'session', MORE: '' };

export function Graph({ picture, cyclic, selected, onSelect }) {
  const { nodes, edges, width, height } = picture;
  const size = { width: `${width}px`, height: `${height}px` };
  return html`<div class="graph" style=${size}>
    <svg width=${width} height=${height} aria-hidden="true">
      <defs>${['', 'red'].map(tone => html`<marker id=${`tip${tone}`} class=${tone}
        viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
        <path d="M0 0.5L8 4L0 7.5z" /></marker>`)}</defs>
      ${edges.map(edge => html`<${Edge} key=${`${edge.from}>${edge.to}`} edge=${edge}
        red=${cyclic.has(edge.from) && cyclic.has(edge.to)} />`)}
    </svg>
    ${nodes.map(node => html`<${Node} key=${node.id} node=${node} red=${cyclic.has(node.id)}
      selected=${node.id === selected} onSelect=${onSelect} />`)}
  </div>`;
}

function Edge({ edge, red }) {
  const classes = `edge ${edge.soft ? 'soft-edge' : ''} ${red ? 'red' : ''}`;
  return html`<path class=${classes} d=${curve(edge)}
    marker-end=${`url(#tip${red ? 'red' : ''})`} />`;
}

/** From the side of one box to that of the other; within a column straight, backwards below all. */
function curve({ ends: [from, to], via, low }) {
  if (Math.abs(from.x - to.x) < 1) {
    const down = Math.sign(to.y - from.y) * NODE.height / 2;
    return `M${from.x} ${from.y + down}L${to.x} ${to.y - down}`;
  }
  if (from.x < to.x) {
    const [y1, y2] = [from.y + NODE.height / 2, to.y + NODE.height / 2];
    return `M${from.x} ${y1}C${from.x} ${low + 40} ${to.x} ${low + 40} ${to.x} ${y2}`;
  }
  const start = { x: from.x - NODE.width / 2, y: from.y };
  return `M${start.x} ${start.y}${through([start, ...via, { x: to.x + NODE.width / 2, y: to.y }])}`;
}

/** From point to point, leaving and reaching each one horizontally. */
function through(points) {
  return points.slice(1).map(({ x, y }, index) => {
    const middle = (points[index].x + x) / 2;
    return `C${middle} ${points[index].y} ${middle} ${y} ${x} ${y}`;
  }).join('');
}

function Node({ node, red, selected, onSelect }) {
  const place = { left: `${node.x - NODE.width / 2}px`, top: `${node.y - NODE.height / 2}px` };
  const classes = `node ${node.kind.toLowerCase()} ${red ? 'red' : ''} ${node.root ? 'root' : ''}`;
  return html`<button type="button" class=${classes} style=${place} aria-pressed=${selected}
    onClick=${() => onSelect(node.id)}>
    <span class="first">
      <span class=${`clip ${node.kind === 'LEASE' ? 'name' : ''}`}>${short(node)}</span>
      <span class="kind">${node.root ? 'root blocker' : KINDS[node.kind]}</span></span>
    <span class="second clip">${about(node)}</span>
  </button>`;
}

/** The label of a session is a sentence; the second line has the rest of it. */
function short({ kind, facts, label }) {
  return kind === 'BACKEND' && facts.pid ? `pid ${facts.pid}` : label;
}

function about({ kind, facts }) {
  const wait = waited({ facts }) > 0 ? `waits ${age(waited({ facts }))}` : '';
  switch (kind) {
    case 'LEASE':
      return [facts.holder && `held by ${facts.holder}`, facts.fence && `fence ${facts.fence}`]
        .filter(Boolean).join(', ');
    case 'BACKEND':
      return [facts.application, wait || facts.state].filter(Boolean).join(', ');
    case 'HOLDER':
      return facts.holds ? `holds ${facts.holds}` : wait;
    default:
      return wait;
  }
}
