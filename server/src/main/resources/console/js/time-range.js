// The stretch of time that a panel shows: the last minutes, moving with the clock, or a fixed one.
import { now } from './clock.js';
import { refine } from './router.js';

const SHORTEST = 2000;

/** @param ranges range name → seconds */
export function rangeOf(query, ranges, usual) {
  const from = Number(query.from);
  const to = Number(query.to);
  if (from > 0 && to > from) {
    return { from, to, live: false, name: null };
  }
  const name = query.range in ranges ? query.range : usual;
  const end = now();
  return { from: end - ranges[name] * 1000, to: end, live: true, name };
}

export function fix(from, to) {
  const end = Math.min(to, now());
  const start = Math.min(from, end - SHORTEST);
  refine({ from: String(Math.round(start)), to: String(Math.round(end)), range: undefined });
}

export function follow(range) {
  refine({ from: undefined, to: undefined, range });
}

export function zoom({ from, to, live }, factor) {
  const middle = live ? to : (from + to) / 2;
  const half = (to - from) * factor;
  return live ? fix(to - half, to) : fix(middle - half / 2, middle + half / 2);
}

export function shift({ from, to }, part) {
  const by = Math.min((to - from) * part, now() - to);
  fix(from + by, to + by);
}
