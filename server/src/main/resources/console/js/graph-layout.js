// Where the nodes of the wait-for graph go: what blocks stands left, what waits for it right of it.
import { Graph, layout } from '../vendor/dagre/dagre.esm.js';
import { count } from './format.js';
import { inCycle, waited } from './waits.js';

export const NODE = { width: 190, height: 50 };
const GAP = 28;
const MARGIN = 20;
const BOW = 34;
const QUEUE_SHOWN = 5;
const MOST_NODES = 120;

/** A picture that can be read: long queues are shortened, small trees beyond the limit left out. */
export function picture(graph) {
  const short = shortened(graph);
  const drawn = { nodes: [], edges: [], width: 0, height: MARGIN, left: 0 };
  for (const group of components(short)) {
    if (drawn.nodes.length === 0 || drawn.nodes.length + group.nodes.length <= MOST_NODES) {
      add(drawn, placed(group));
    } else {
      drawn.left += group.nodes.length;
    }
  }
  return drawn;
}

/** One tree below the other, all of them from the left. */
function add(drawn, part) {
  const moved = place => ({ ...place, y: place.y + drawn.height });
  drawn.nodes.push(...part.nodes.map(moved));
  drawn.edges.push(...part.edges.map(edge => ({ ...edge, ends: edge.ends.map(moved),
    via: edge.via.map(moved), low: part.height + drawn.height })));
  drawn.width = Math.max(drawn.width, part.width);
  drawn.height += part.height + (part.cyclic ? BOW : 0) + GAP;
}

/** Behind the first few of a queue the rest is one node: "37 more wait". */
function shortened(graph) {
  const nodes = new Map(graph.nodes.map(node => [node.id, node]));
  const cyclic = inCycle(graph);
  const gone = new Map();
  for (const [target, queue] of queues(graph, nodes)) {
    const rest = queue.filter(node => !cyclic.has(node.id)).slice(QUEUE_SHOWN);
    if (rest.length > 1) {
      const label = `${count(rest.length)} more wait`;
      const more = { id: `more:${target}`, kind: 'MORE', label, facts: {} };
      nodes.set(more.id, more);
      rest.forEach(node => gone.set(node.id, more.id));
    }
  }
  gone.forEach((_, id) => nodes.delete(id));
  const edges = graph.edges.map(edge => ({ ...edge, from: gone.get(edge.from) ?? edge.from }))
    .filter(edge => nodes.has(edge.from) && nodes.has(edge.to));
  return { nodes: [...nodes.values()], edges: distinct(edges), cyclic };
}

/** Waiters that wait for one lease only and hold nothing that anybody else waits for. */
function queues(graph, nodes) {
  const awaited = new Set(graph.edges.filter(edge => !edge.soft).map(edge => edge.to));
  const all = new Map();
  for (const { from, to, soft } of graph.edges) {
    const node = nodes.get(from);
    if (node?.kind === 'WAITER' && !soft && !awaited.has(from)) {
      all.set(to, [...(all.get(to) ?? []), node]);
    }
  }
  all.forEach(queue => queue.sort((a, b) => waited(b) - waited(a)));
  return all;
}

function distinct(edges) {
  return [...new Map(edges.map(edge => [`${edge.from}\n${edge.to}`, edge])).values()];
}

/** What hangs together, deadlocks first, then by size; a node that nobody waits for is no part. */
function components({ nodes, edges, cyclic }) {
  const parent = new Map(nodes.map(node => [node.id, node.id]));
  const top = id => {
    let at = id;
    while (parent.get(at) !== at) {
      at = parent.get(at);
    }
    return at;
  };
  edges.forEach(edge => parent.set(top(edge.from), top(edge.to)));
  const groups = new Map();
  for (const node of nodes) {
    const group = groups.get(top(node.id)) ?? { nodes: [], edges: [], cyclic: false };
    group.nodes.push(node);
    group.cyclic ||= cyclic.has(node.id);
    groups.set(top(node.id), group);
  }
  edges.forEach(edge => groups.get(top(edge.from)).edges.push(edge));
  return [...groups.values()].filter(group => group.edges.length > 0)
    .sort((a, b) => b.cyclic - a.cyclic || b.nodes.length - a.nodes.length);
}

function placed({ nodes, edges, cyclic }) {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'RL', nodesep: 18, ranksep: 46, marginx: MARGIN, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  nodes.forEach(node => graph.setNode(node.id, { ...NODE, node }));
  edges.filter(edge => !inQueue(edge)).forEach(edge => graph.setEdge(edge.from, edge.to));
  layout(graph);
  const at = new Map(graph.nodes().map(id => [id, graph.node(id)]));
  inOrder(edges, at);
  const { width, height } = graph.graph();
  return {
    width, height, cyclic,
    nodes: nodes.map(node => ({ ...node, x: at.get(node.id).x, y: at.get(node.id).y })),
    edges: edges.map(edge => ({ ...edge, ends: [at.get(edge.from), at.get(edge.to)],
      via: between(graph, edge) })),
  };
}

/** Where a line passes the columns between its ends: dagre keeps room for it there. */
function between(graph, { from, to }) {
  const points = graph.edge(from, to)?.points ?? [];
  const [left, right] = [graph.node(to).x + NODE.width / 2, graph.node(from).x - NODE.width / 2];
  const [first, last] = [left + NODE.width / 2, right - NODE.width / 2];
  return points.filter(point => point.x > first && point.x < last);
}

/** A place in the queue is drawn between neighbours, but moves nobody. */
function inQueue(edge) {
  return edge.soft && !edge.from.startsWith('backend:') && !edge.to.startsWith('backend:');
}

/** Puts each queue in its order, top to bottom: nodes of one size change places. */
function inOrder(edges, at) {
  const columns = new Map();
  const seen = new Set();
  for (const edge of edges) {
    const { x, node } = at.get(edge.from);
    if (!edge.soft && !seen.has(edge.from) && (node.kind === 'WAITER' || node.kind === 'MORE')) {
      seen.add(edge.from);
      const key = `${edge.to}\n${x}`;
      columns.set(key, [...(columns.get(key) ?? []), at.get(edge.from)]);
    }
  }
  for (const places of columns.values()) {
    const ys = places.map(place => place.y).sort((a, b) => a - b);
    places.sort((a, b) => waited(b.node) - waited(a.node))
      .forEach((place, index) => { place.y = ys[index]; });
  }
}
