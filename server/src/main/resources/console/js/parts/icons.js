// Drawn with one stroke, in the colour of the text beside them.
import { html } from '../preact.js';

const icon = path => html`<svg viewBox="0 0 16 16" fill="none" stroke="currentColor"
  stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
  <path d=${path} /></svg>`;

export const Mark = () => html`<svg viewBox="0 0 16 16" fill="none" stroke="currentColor"
  stroke-width="2.2" stroke-linecap="round" aria-hidden="true"><path d="M4 2v12M12 2v12M4 8h8" />
  <circle cx="8" cy="8" r="2.2" fill="currentColor" stroke="none" /></svg>`;
export const Close = () => icon('M4 4l8 8M12 4l-8 8');
export const HalfMoon = () => icon('M13.2 9.6A5.6 5.6 0 016.4 2.8a5.6 5.6 0 106.8 6.8z');
export const Sun = () => icon('M8 5.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6M8 1.4v1M8 13.6v1M1.4 8h1'
  + 'M13.6 8h1M3.3 3.3l.7.7M12 12l.7.7M3.3 12.7l.7-.7M12 4l.7-.7');
export const Leave = () => icon('M6 2.5H3.5v11H6M7 8h6.5M11 5.5L13.5 8 11 10.5');
export const Help = () => icon('M5.8 6a2.3 2.3 0 114 1.6C8.8 8.5 8 8.8 8 10M8 12.6v.1');
