// The wait-for graph, loaded once for everything that shows a part of it.
import { get } from './api.js';
import { usePolled } from './polled.js';

export function useWaits() {
  return usePolled(signal => get('waits', {}, signal).then(known), [], { period: 3000 });
}

function known(graph) {
  return { ...graph, nodes: graph.nodes.map(node => ({ ...node, kind: node.kind.toUpperCase(),
    facts: { ...holding(graph, node), ...node.facts } })) };
}

/** What a holder has, as far as somebody waits for it. */
function holding(graph, { id, kind }) {
  const leases = kind.toUpperCase() !== 'HOLDER' ? []
    : graph.edges.filter(edge => edge.to === id).map(edge => edge.from.replace('lease:', ''));
  return leases.length > 0 ? { holds: leases.join(', ') } : {};
}

/** The leases that somebody waits for, the longest queue first. */
export function contended(graph) {
  const nodes = new Map(graph.nodes.map(node => [node.id, node]));
  const queues = new Map();
  for (const edge of graph.edges) {
    const lease = nodes.get(edge.to);
    const waiter = nodes.get(edge.from);
    if (lease?.kind === 'LEASE' && waiter?.kind === 'WAITER' && !edge.soft) {
      queues.set(lease, [...(queues.get(lease) ?? []), waiter]);
    }
  }
  return [...queues]
    .map(([lease, waiters]) => ({ lease, waiters: still(lease, waiters.sort(longestFirst)) }))
    .filter(({ waiters }) => waiters.length > 0)
    .sort((a, b) => b.waiters.length - a.waiters.length
      || longestFirst(a.waiters[0], b.waiters[0]));
}

/** Without the one who has it by now: processes say a little later that they no longer wait. */
function still({ facts }, waiters) {
  const served = facts.state !== 'held' ? -1
    : waiters.findIndex(each => each.label === facts.holder && each.facts.since <= facts.since);
  return waiters.filter((each, index) => index !== served);
}

function longestFirst(a, b) {
  return waited(b) - waited(a);
}

export function waited(node) {
  return Number(node.facts?.waitingSeconds ?? 0);
}

export function inCycle(graph) {
  return new Set(graph.cycles.flatMap(cycle => cycle.nodes));
}
