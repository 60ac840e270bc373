// All that is known about one node of the wait-for graph, and what can be done to it.
import { html } from '../preact.js';
import { link } from '../router.js';
import { age, moment } from '../format.js';
import { ActButton } from './act.js';

const WORDS = {
  pid: 'Process id', application: 'Application', state: 'State', since: 'Since', holder: 'Holder',
  fence: 'Fence', waitingSeconds: 'Waits', backendStart: 'Connected', query: 'Statement',
  holds: 'Holds', process: 'Process', transactionSeconds: 'In transaction', user: 'Role',
  resource: 'Resource', backends: 'Sessions',
};

export function NodeFacts({ node, edges, onDone }) {
  const facts = Object.entries(node.facts ?? {}).filter(([key]) => key !== 'query');
  const why = edges.filter(edge => edge.from === node.id).map(edge => edge.why).filter(Boolean);
  return html`<section class="node-facts">
    <p class="who"><strong class="name breaks">${node.label}</strong>
      ${node.root && html`<span class="soft">root blocker</span>`}</p>
    <dl class="facts">${facts.map(([key, value]) => html`<dt>${WORDS[key] ?? key}</dt>
        <dd class="breaks">${shown(key, value)}</dd>`)}
      ${why.length > 0 && html`<dt>Waits for</dt><dd class="breaks">${why.join('; ')}</dd>`}</dl>
    ${node.facts?.query && html`<pre class="breaks">${node.facts.query}</pre>`}
    <${Acts} node=${node} onDone=${onDone} />
  </section>`;
}

function shown(key, value) {
  switch (key) {
    case 'since':
    case 'backendStart':
      return Number.isNaN(Date.parse(value)) ? value : moment(value);
    case 'waitingSeconds':
    case 'transactionSeconds':
      return age(Number(value));
    default:
      return value;
  }
}

function Acts({ node, onDone }) {
  const { pid, backendStart, fence } = node.facts ?? {};
  if (node.kind === 'BACKEND' && pid && backendStart) {
    return html`<p class="acts">${['CANCEL', 'TERMINATE'].map(act => html`
      <${ActButton} key=${act} act=${act} of=${{ pid, backendStart }} onDone=${onDone} />`)}</p>`;
  }
  if (node.kind === 'LEASE') {
    return html`<p class="acts"><a class="button" href=${link('resources', { open: node.label })}>
        Open</a>
      ${fence && html`<${ActButton} act="RELEASE" of=${{ resource: node.label, fence }}
        onDone=${onDone} />`}</p>`;
  }
  return null;
}
