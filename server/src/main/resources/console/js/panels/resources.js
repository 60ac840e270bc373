// Everything that is or was leased, live, however much it is; beside it one of them in full.
import { html, useEffect, useMemo, useRef, useState } from '../preact.js';
import { get } from '../api.js';
import { onFeed } from '../events.js';
import { Pages } from '../pages.js';
import { count } from '../format.js';
import { refine } from '../router.js';
import { useKeys } from '../keys.js';
import { useNow } from '../clock.js';
import { contended } from '../waits.js';
import { Choice } from '../parts/choice.js';
import { Contended } from '../parts/contended.js';
import { Drawer } from '../parts/drawer.js';
import { Empty, Notice } from '../parts/problem.js';
import { ResourceHead, ResourceRow } from '../parts/resource-row.js';
import { Search } from '../parts/search.js';
import { Virtual } from '../parts/virtual.js';

const STATES = [['', 'All'], ['held', 'Held'], ['expired', 'Expired'], ['free', 'Free']];
const REFRESH = 4000;
const REFRESH_BUSY = 1000;
const AHEAD = 100;

export function Resources({ route, waits }) {
  const { prefix, state = '', open } = route.query;
  const { pages, view } = useList(prefix, state);
  const selection = useSelection(pages, open);
  const close = () => refine({ open: undefined });
  useKeys({ Escape: () => open !== undefined ? close() : false });
  return html`<main class=${`panel fills resources ${open === undefined ? '' : 'with-drawer'}`}>
    <div class="left">
      <div class="tools"><${Search} value=${prefix} />
        <${Choice} label="State" options=${STATES} value=${state}
          onChange=${value => refine({ state: value })} />
        <span class="rest faint">${known(pages)}</span></div>
      <${Notice} problem=${pages.problem ?? waits.problem} />
      ${waits.value && html`<${Contended} graph=${waits.value} />`}
      <${List} pages=${pages} view=${view} graph=${waits.value} open=${open} ...${selection} />
    </div>
    ${open !== undefined && html`<${Drawer} name=${open} key=${open} onClose=${close} />`}
  </main>`;
}

function known(pages) {
  return pages.started ? `${count(pages.length)}${pages.complete ? '' : '+'} resources` : '';
}

function List({ pages, view, graph, open, selected, select }) {
  const now = useNow();
  const queues = useMemo(() => queuesByName(graph), [graph]);
  const show = index => {
    select(index);
    refine({ open: pages.row(index).resource });
  };
  if (pages.started && pages.length === 0) {
    return html`<${Empty} title="No resource matches.">A resource is listed once somebody has leased
      it: over HTTP, from Java, or by <code>holdfast hold</code>.<//>`;
  }
  return html`<div class="table" role="grid" aria-label="Resources"
      aria-rowcount=${pages.complete ? pages.length : -1}>
    <${ResourceHead} />
    <${Virtual} count=${pages.length} shown=${selected} onView=${view}
      role="rowgroup" aria-label="Resources" aria-activedescendant=${`row-${selected}`}
      row=${index => html`<${ResourceRow} key=${index} index=${index} of=${pages.row(index)}
        queue=${queues.get(pages.row(index).resource)}
        now=${now} selected=${index === selected} onOpen=${show}
        open=${pages.row(index).resource === open} />`} />
  </div>`;
}

function queuesByName(graph) {
  return new Map(graph ? contended(graph).map(({ lease, waiters }) => [lease.label, waiters]) : []);
}

/** The pages of this filter, kept fresh where they are looked at. */
function useList(prefix, state) {
  const [, again] = useState(0);
  const inView = useRef([0, 0]);
  const pages = useMemo(() => new Pages((cursor, limit, signal) =>
    get('resources', { prefix, state, cursor, limit }, signal), () => again(n => n + 1)),
  [prefix, state]);
  const view = (first, last) => {
    inView.current = [first, last];
    if (last > pages.length - AHEAD) {
      pages.more();
    }
  };
  useEffect(() => {
    pages.more();
    const stopRefreshing = refreshing(() => {
      pages.refresh(...inView.current);
      view(...inView.current); // again, if what should follow failed to load
    });
    return () => { stopRefreshing(); pages.stop(); };
  }, [pages]);
  return { pages, view };
}

/** Soon after events, seldom without: what changes without one is a renewal. */
function refreshing(refresh) {
  let due = Date.now() + REFRESH;
  const unhook = onFeed(batch => {
    due = batch.length > 0 ? Math.min(due, Date.now() + REFRESH_BUSY) : due;
  });
  const timer = setInterval(() => {
    if (!document.hidden && Date.now() >= due) {
      due = Date.now() + REFRESH;
      refresh();
    }
  }, REFRESH_BUSY / 2);
  return () => { clearInterval(timer); unhook(); };
}

function useSelection(pages, open) {
  const [selected, select] = useState(-1);
  const move = by => {
    const next = Math.max(0, Math.min(pages.length - 1, selected + by));
    select(next);
    if (open !== undefined && pages.row(next)) {
      refine({ open: pages.row(next).resource });
    }
  };
  useKeys({
    j: () => move(1), ArrowDown: () => move(1),
    k: () => move(-1), ArrowUp: () => move(-1),
    Enter: event => selected >= 0 && event.target.closest('a, button') === null
      ? refine({ open: pages.row(selected)?.resource }) : false,
  });
  return { selected, select };
}
