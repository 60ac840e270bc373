// Who waits for whom, leases and row locks together; beside it the act that would help.
import { html, useMemo } from '../preact.js';
import { get } from '../api.js';
import { usePolled } from '../polled.js';
import { picture } from '../graph-layout.js';
import { plural } from '../format.js';
import { link, refine } from '../router.js';
import { useKeys } from '../keys.js';
import { inCycle } from '../waits.js';
import { Advice } from '../parts/act.js';
import { Graph } from '../parts/graph.js';
import { NodeFacts } from '../parts/node-facts.js';
import { Empty, Loaded, Notice } from '../parts/problem.js';

export function Waits({ route, waits }) {
  const blockers = usePolled(signal => get('blockers', {}, signal), [], { period: 3000 });
  const move = by => refine({ node: neighbour(waits.value, route.query.node, by) });
  useKeys({
    j: () => move(1), k: () => move(-1),
    Escape: () => route.query.node ? refine({ node: undefined }) : false,
  });
  const reload = () => { waits.reload(); blockers.reload(); };
  return html`<main class="panel fills waits">
    <${Loaded} of=${waits}>${graph => graph.edges.length === 0
      ? html`<${Empty} title="Nobody waits for anybody.">
          Leases and row locks are looked at every few seconds.<//>`
      : html`<div class="sides">
          <${Drawing} graph=${graph} selected=${route.query.node} />
          <${Side} graph=${graph} blockers=${blockers} selected=${route.query.node}
            onDone=${reload} /></div>`}<//>
  </main>`;
}

/** The node after or before this one, of those that take part; at the end it begins again. */
function neighbour(graph, id, by) {
  const ids = [...new Set((graph?.edges ?? []).flatMap(edge => [edge.to, edge.from]))];
  const at = ids.indexOf(id);
  return ids.at(at < 0 && by < 0 ? -1 : (at + by) % ids.length);
}

function Drawing({ graph, selected }) {
  const drawn = useMemo(() => picture(graph), [graph]);
  const cyclic = useMemo(() => inCycle(graph), [graph]);
  const select = id => refine({ node: id === selected ? undefined : id });
  return html`<section class="canvas" aria-label="Wait-for graph">
    <${Graph} picture=${drawn} cyclic=${cyclic} selected=${selected} onSelect=${select} />
    <footer class="legend"><span class="key hard">waits for</span>
      <span class="key soft">queued behind</span>
      ${graph.cycles.length > 0 && html`<span class="key cyclic">deadlock</span>`}
      ${drawn.left > 0 && html`<span>
        ${plural(drawn.left, 'node')} in smaller trees not drawn</span>`}
    </footer>
  </section>`;
}

function Side({ graph, blockers, selected, onDone }) {
  const node = graph.nodes.find(each => each.id === selected);
  return html`<aside class="side" aria-label="What would help">
    <${Notice} problem=${blockers.problem} />
    ${node && html`<${NodeFacts} node=${node} edges=${graph.edges} onDone=${onDone} />`}
    ${graph.cycles.map(cycle => html`<section key=${cycle.sentence}>
      <h3 class="red">Deadlock</h3><p class="breaks">${cycle.sentence}</p></section>`)}
    ${blockers.value?.trees.map(tree => html`<${Root} key=${tree.node.id} tree=${tree}
      onDone=${onDone} />`)}
  </aside>`;
}

function Root({ tree, onDone }) {
  return html`<section>
    <h3>${tree.node.root ? 'Root blocker' : 'Part of the deadlock'}</h3>
    <p class="who"><a class="breaks" href=${link('waits', { node: tree.node.id })}>
      ${tree.node.label}</a>
      <span class="number soft">${plural(behind(tree).size, 'waits', 'wait')} behind it</span></p>
    ${tree.advice.map(advice => html`<${Advice} advice=${advice} onDone=${onDone} />`)}
  </section>`;
}

/** Waiters and sessions, each once; a lease in between waits for nothing itself. */
function behind(tree, found = new Set()) {
  for (const each of tree.waiting) {
    if (each.node.kind.toUpperCase() !== 'LEASE') {
      found.add(each.node.id);
    }
    behind(each, found);
  }
  return found;
}
