// What happens, as it happens; the newest first.
import { html, useState } from '../preact.js';
import { useFeed } from '../events.js';
import { clock, count } from '../format.js';
import { link, refine } from '../router.js';
import { useKeys } from '../keys.js';
import { Choice } from '../parts/choice.js';
import { Empty } from '../parts/problem.js';
import { Search } from '../parts/search.js';
import { Virtual } from '../parts/virtual.js';

const KINDS = {
  leases: ['granted', 'released', 'taken-over'],
  waits: ['waiting', 'gave-up', 'refused', 'deadlock'],
  trouble: ['expired', 'forced', 'stale-write', 'late-release', 'lost', 'deadlock', 'refused',
    'backend-cancelled', 'backend-terminated'],
};
const OPTIONS = [['', 'All'], ['leases', 'Leases'], ['waits', 'Waits'], ['trouble', 'Trouble']];
const TONES = { deadlock: 'red', 'stale-write': 'red', expired: 'amber', lost: 'amber',
  'late-release': 'amber', gap: 'amber' };

export function Events({ route }) {
  const { prefix = '', kind = '' } = route.query;
  const feed = useFeed();
  const [frozen, setFrozen] = useState(null);
  const shown = (frozen ?? feed.events).filter(event => matches(event, prefix, kind));
  const pause = () => setFrozen(frozen ? null : feed.events);
  useKeys({ ' ': pause });
  return html`<main class="panel fills">
    <div class="tools"><${Search} value=${prefix} />
      <${Choice} label="Kind" options=${OPTIONS} value=${kind}
        onChange=${value => refine({ kind: value })} />
      <button class="button" type="button" aria-pressed=${frozen !== null} onClick=${pause}>
        ${frozen ? `Go on, ${count(feed.events.length - frozen.length)} new` : 'Pause'}</button>
      <span class="rest faint">${count(shown.length)} events</span></div>
    ${shown.length === 0
      ? html`<${Empty} title="No event yet.">Grants, waits, refusals and trouble appear here within
          a second or two.<//>`
      : html`<div class="table feed" role="log" aria-live="off" aria-label="Events">
          <${Virtual} count=${shown.length} onView=${() => {}}
            row=${index => html`<${Line} key=${shown[index].seq} event=${shown[index]} />`} />
        </div>`}
  </main>`;
}

function matches(event, prefix, kind) {
  return (event.resource ?? '').startsWith(prefix) && (!kind || KINDS[kind]?.includes(event.kind));
}

function Line({ event }) {
  return html`<a class="event" href=${target(event)}>
    <span class="faint">${clock(event.at)}</span>
    <span class=${TONES[event.kind] ?? 'soft'}>${event.kind.replace('-', ' ')}</span>
    <span class="name clip">${event.resource ?? ''}</span>
    <span class="clip soft" title=${event.sentence}>${event.sentence ?? ''}</span>
  </a>`;
}

function target(event) {
  if (event.refusal) {
    return link('refusals', {}, event.refusal);
  }
  return event.resource ? link('resources', { open: event.resource }) : '#/events';
}
