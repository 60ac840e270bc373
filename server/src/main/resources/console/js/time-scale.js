// From instants to pixels and back, and where the ticks of an axis stand.
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600,
  43_200, 86_400];
const TICK_WIDTH = 96;

export function scale(from, to, width) {
  const perMilli = width / (to - from);
  return {
    from, to, width,
    x: instant => (instant - from) * perMilli,
    clamped: instant => Math.max(0, Math.min(width, (instant - from) * perMilli)),
    at: x => from + x / perMilli,
  };
}

export function ticks({ from, to, width }) {
  const wanted = (to - from) / 1000 / Math.max(1, width / TICK_WIDTH);
  const step = (STEPS.find(each => each >= wanted) ?? 86_400) * 1000;
  const zone = new Date(from).getTimezoneOffset() * 60_000;
  const all = [];
  for (let at = Math.ceil((from - zone) / step) * step + zone; at <= to; at += step) {
    all.push(at);
  }
  return { all, step };
}
