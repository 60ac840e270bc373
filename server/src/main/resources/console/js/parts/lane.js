// The holds of one resource along time: a bar a hold, its end told by its edge, what went on after
// the end hatched, what was refused as a mark.
import { html } from '../preact.js';
import { clock, duration, millis, secondsBetween } from '../format.js';

export const LANE = 34;
const TOP = 6;
const BAR = 15;
const TAIL = { y: 23, height: 6 }; // below the bars: what it overlaps stays visible
const LABEL_FROM = 64;
const LETTER = 6.6;

export function Lane({ lane, scale, now, tip, onOpen }) {
  const holds = visible(lane.holds, scale, now);
  return html`
    ${holds.map((hold, index) => html`<${Hold} key=${`${hold.fence}`} hold=${hold} scale=${scale}
      before=${holds[index - 1]} tip=${tip} onOpen=${onOpen} />`)}
    ${lane.incidents.filter(each => each.kind === 'stale-write' || each.kind === 'deadlock')
      .map(each => html`<${Incident} key=${`${each.at}${each.kind}${each.fence}`} of=${each}
        scale=${scale} tip=${tip} />`)}`;
}

/** In order of time, and of those that would share one pixel only the first. */
function visible(holds, scale, now) {
  const all = holds.map(hold => ({ ...hold, start: millis(hold.since), end: endOf(hold, now) }))
    .filter(hold => hold.start < scale.to && Math.max(hold.end, tailOf(hold)) > scale.from)
    .sort((a, b) => a.start - b.start);
  let drawnTo = -1;
  return all.filter(hold => {
    const [x1, x2] = [scale.clamped(hold.start), scale.clamped(hold.end)];
    const seen = x2 > drawnTo + 0.75 || hold.tail || hold.ended?.kind === 'forced';
    drawnTo = seen ? Math.max(x2, x1 + 1) : drawnTo;
    return seen;
  });
}

function endOf(hold, now) {
  return hold.ended ? millis(hold.ended.at) : Math.min(now, millis(hold.until));
}

function tailOf(hold) {
  return hold.tail ? millis(hold.tail.until) : 0;
}

function Hold({ hold, before, scale, tip, onOpen }) {
  const x = scale.clamped(hold.start);
  const end = scale.clamped(hold.end);
  const width = Math.max(1.5, end - x);
  const kind = hold.ended?.kind ?? 'running';
  const [show, hide] = tip;
  const room = Math.floor((width - 12) / LETTER);
  return html`<g class=${`hold ${kind}`} role="img" aria-label=${words(hold)}
      onMouseMove=${event => show(event, html`<${HoldTip} hold=${hold} />`)} onMouseLeave=${hide}
      onClick=${() => onOpen(hold.resource)}>
    <rect class="body" x=${x} y=${TOP} width=${width} height=${BAR}
      rx=${Math.min(2.5, width / 2)} />
    ${width >= LABEL_FROM && html`
      <text x=${x + 6} y=${TOP + 11.5}>${short(hold.holder, room)}</text>`}
    ${hold.tail && html`<rect class="tail" x=${end} ...${TAIL}
      width=${Math.max(3, scale.clamped(tailOf(hold)) - end)} />`}
    ${kind === 'forced' && html`<path class="forced-mark" d=${`M${end} ${TOP - 3}v${BAR + 6}`} />`}
    ${kind === 'expired' && html`<path class="expired-mark" d=${`M${end} ${TOP}v${BAR}`} />`}
    ${tookOver(hold, before) && html`<path class="takeover-mark"
      d=${`M${x} ${TOP - 5}l4 4l-4 4l-4 -4z`} />`}
  </g>`;
}

/** Up to so many fences are left out after a holder whose process may have given them by itself. */
const PROMISED = 64;

/** Granted while the one before had not given it back: it ran out, or was forced. */
function tookOver(hold, before) {
  const rise = Number(hold.fence) - Number(before?.fence);
  return before?.ended && before.ended.kind !== 'released' && rise > 0 && rise <= PROMISED + 1;
}

function short(text, room) {
  return text.length <= room ? text : `${text.slice(0, Math.max(1, room - 1))}…`;
}

function words(hold) {
  const end = hold.ended ? `${hold.ended.kind} ${clock(hold.ended.at)}` : 'still held';
  return `${hold.resource} held by ${hold.holder}, fence ${hold.fence}, `
    + `from ${clock(hold.since)}, ${end}`;
}

function HoldTip({ hold }) {
  const { ended, tail } = hold;
  return html`<strong>${hold.holder}</strong>
    <p>fence ${hold.fence}, ${duration((hold.end - hold.start) / 1000)}
      ${' '}from ${clock(hold.since)}</p>
    <p class="soft">${ended ? `${ended.kind} ${clock(ended.at)}` : 'still held'}</p>
    ${ended?.reason && html`<p class="soft">by ${ended.by}: ${ended.reason}</p>`}
    ${tail && html`<p class="amber">
      still ran ${duration(secondsBetween(hold.end, tail.until))} after its end</p>`}`;
}

function Incident({ of, scale, tip }) {
  const at = millis(of.at);
  if (at < scale.from || at > scale.to) {
    return null;
  }
  const x = scale.x(at);
  const y = TAIL.y + TAIL.height / 2;
  const [show, hide] = tip;
  const deadlock = of.kind === 'deadlock';
  const title = deadlock ? 'Deadlock' : 'Stale write refused';
  return html`<g class="incident" role="img"
      aria-label=${`${title}, ${of.holder}, fence ${of.fence}, ${clock(of.at)}`}
      onMouseMove=${event => show(event, html`<strong class="red">${title}</strong>
        <p>${of.holder}, fence ${of.fence}, ${clock(of.at)}</p><p class="soft">${of.detail}</p>`)}
      onMouseLeave=${hide}>
    ${deadlock ? html`<rect x=${x - 5.5} y=${y - 5.5} width="11" height="11" rx="1.5" />`
      : html`<circle cx=${x} cy=${y} r="6" />`}
    <path d=${`M${x - 2.5} ${y - 2.5}l5 5M${x + 2.5} ${y - 2.5}l-5 5`} />
  </g>`;
}
