// The bar above every panel: where we are, what we look at, whether it is live.
import { html, useContext, useEffect, useErrorBoundary, useState } from './preact.js';
import { go, link, useRoute } from './router.js';
import { useKeys } from './keys.js';
import { Me } from './me.js';
import { useFeed } from './events.js';
import { useNow } from './clock.js';
import * as theme from './theme.js';
import { HalfMoon, Help, Leave, Mark, Sun } from './parts/icons.js';
import { HelpDialog } from './parts/help.js';
import { Empty } from './parts/problem.js';
import { Said } from './parts/said.js';
import { useWaits } from './waits.js';
import { Resources } from './panels/resources.js';
import { Waits } from './panels/waits.js';
import { Timeline } from './panels/timeline.js';
import { Contention } from './panels/contention.js';
import { Policy } from './panels/policy.js';
import { Events } from './panels/events.js';
import { Refusals } from './panels/refusals.js';

const PANELS = [
  ['resources', 'Resources', 'l', Resources],
  ['waits', 'Waits', 'w', Waits],
  ['timeline', 'Timeline', 't', Timeline],
  ['contention', 'Contention', 'h', Contention],
  ['policy', 'Policy', 'p', Policy],
  ['events', 'Events', 'e', Events],
  ['refusals', 'Refusals', 'r', Refusals],
];

export function Frame({ onSignOut }) {
  const route = useRoute();
  const [help, setHelp] = useState(false);
  const [shade, setShade] = useState(theme.shown());
  const waits = useWaits();
  const turn = () => {
    theme.toggled();
    setShade(theme.shown());
  };
  useEffect(() => theme.onSystemChange(() => setShade(theme.shown())), []);
  useTitle(route.panel, waits.value?.cycles.length ?? 0);
  useKeys({
    '?': () => setHelp(true),
    d: turn,
    ...Object.fromEntries(PANELS.map(([panel, , key]) => [`g ${key}`, () => go(panel)])),
  });
  return html`<div class="frame">
    <header class="bar">
      <a class="mark" href="#/resources" aria-label="Holdfast"><${Mark} /><span>Holdfast</span></a>
      <${Tabs} panel=${route.panel} cycles=${waits.value?.cycles.length ?? 0} />
      <div class="status"><${Where} /><${Connection} />
        <span class="switches">
          <button class="button plain" type="button" onClick=${turn}
            aria-label=${shade === 'dark' ? 'Light' : 'Dark'} title="Dark, light (d)">
            ${shade === 'dark' ? html`<${Sun} />` : html`<${HalfMoon} />`}</button>
          <button class="button plain" type="button" onClick=${() => setHelp(true)}
            aria-label="Keyboard" title="Keyboard (?)"><${Help} /></button>
          <button class="button plain" type="button" onClick=${onSignOut}
            aria-label="Sign out" title="Sign out"><${Leave} /></button>
        </span></div>
    </header>
    <${Panel} key=${route.panel} route=${route} waits=${waits} />
    ${help && html`<${HelpDialog} onClose=${() => setHelp(false)} />`}
    <${Said} />
  </div>`;
}

/** The tab says it too, when another one is in front. */
function useTitle(panel, cycles) {
  const title = PANELS.find(([name]) => name === panel)?.[1] ?? 'Holdfast';
  useEffect(() => {
    document.title = `${cycles > 0 ? `(${cycles}) ` : ''}${title} · Holdfast`;
  }, [title, cycles]);
}

function Panel({ route, waits }) {
  const [broken] = useErrorBoundary(failure => console.error(failure));
  const panel = PANELS.find(([name]) => name === route.panel);
  if (broken) {
    return html`<${Empty} title="This panel failed to draw.">
      ${String(broken.message)} Reload the page; if it comes again, please report it.<//>`;
  }
  return panel ? html`<${panel[3]} route=${route} waits=${waits} />`
    : html`<${Empty} title="There is no such page.">
      <a class="text" href="#/resources">To the resources</a><//>`;
}

function Tabs({ panel, cycles }) {
  return html`<nav class="tabs" aria-label="Panels">${PANELS.map(([name, title, key]) => html`
    <a href=${link(name)} key=${name} title=${`g ${key}`}
      aria-current=${name === panel ? 'page' : undefined}>${title}
      ${name === 'waits' && cycles > 0 && html`<span class="alarm"
        aria-label=${`${cycles} cycles`}>${cycles}</span>`}</a>`)}</nav>`;
}

function Where() {
  const me = useContext(Me);
  const who = me.name === me.role ? me.role : `${me.name}, ${me.role}`;
  const mode = me.readOnly ? ', read-only' : '';
  return html`<span class="where clip" title=${`Holdfast ${me.version}`}>${me.database}
    <span class="unseen">, signed in as </span>${' '}· ${who}${mode}</span>`;
}

function Connection() {
  const { state } = useFeed();
  useNow();
  return html`<span class=${`connection ${state.kind}`} role="status">${words(state)}</span>`;
}

function words(state) {
  switch (state.kind) {
    case 'live':
      return html`<span title=${state.resumed ? 'Resumed after a cut: no event was lost' : ''}>
        Live</span>`;
    case 'reconnecting':
      return `Reconnecting, ${Math.max(0, Math.ceil((state.until - Date.now()) / 1000))} s`;
    case 'refused':
      return 'No events: not allowed';
    default:
      return 'Connecting';
  }
}
