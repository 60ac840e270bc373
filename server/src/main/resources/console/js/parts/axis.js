import { html } from '../preact.js';
import { clock, clockShort } from '../format.js';
import { ticks } from '../time-scale.js';

export function Axis({ scale }) {
  const { all, step } = ticks(scale);
  const words = step < 60_000 ? clock : clockShort;
  return html`<svg class="axis" width=${scale.width} height="26" aria-hidden="true">
    ${all.map(at => html`<text key=${at} x=${scale.x(at)} y="17">${words(at)}</text>`)}</svg>`;
}

export function TickLines({ scale, height }) {
  return html`<g class="ticks">${ticks(scale).all.map(at => html`
    <line key=${at} x1=${scale.x(at)} x2=${scale.x(at)} y1="0" y2=${height} />`)}</g>`;
}
