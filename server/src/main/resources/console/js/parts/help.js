import { html } from '../preact.js';
import { Dialog } from './dialog.js';

const KEYS = [
  [['/'], 'Filter'],
  [['j', 'k'], 'Next, previous'],
  [['Enter'], 'Open'],
  [['Esc'], 'Close, leave the filter'],
  [['g', 'l'], 'Resources (locks)'],
  [['g', 'w'], 'Waits'],
  [['g', 't'], 'Timeline'],
  [['g', 'h'], 'Contention (heat map)'],
  [['g', 'p'], 'Policy'],
  [['g', 'e'], 'Events'],
  [['+', '−'], 'Timeline: nearer, farther'],
  [['←', '→'], 'Timeline: earlier, later'],
  [['d'], 'Dark, light'],
  [['?'], 'This help'],
];

export function HelpDialog({ onClose }) {
  return html`<${Dialog} title="Keyboard" onClose=${onClose}>
    <dl class="keys">${KEYS.map(([keys, text]) => html`
      <dt>${keys.map(key => html`<kbd>${key}</kbd>`)}</dt><dd>${text}</dd>`)}</dl>
  <//>`;
}
