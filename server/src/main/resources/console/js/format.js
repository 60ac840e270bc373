// Numbers and times as people read them; the same forms as the command line prints.
const NUMBER = new Intl.NumberFormat('en-US');

export function count(value) {
  return NUMBER.format(value);
}

export function plural(value, one, many = `${one}s`) {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** 0.4 s, 18 s, 4m12s, 3h05m, 2d04h */
export function duration(seconds) {
  const value = Math.max(0, seconds);
  if (value < 10 && value % 1 >= 0.05) {
    return `${value.toFixed(1)} s`;
  }
  return value < 59.5 ? `${Math.round(value)} s` : long(Math.round(value));
}

/** As duration, but whole seconds: for what ticks. */
export function age(seconds) {
  const value = Math.max(0, Math.floor(seconds));
  return value < 60 ? `${value} s` : long(value);
}

function long(seconds) {
  const [unit, small, size, part] = seconds < 3600 ? ['m', 's', 60, 1]
    : seconds < 86_400 ? ['h', 'm', 3600, 60] : ['d', 'h', 86_400, 3600];
  const rest = Math.floor((seconds % size) / part);
  return `${Math.floor(seconds / size)}${unit}${String(rest).padStart(2, '0')}${small}`;
}

export function secondsBetween(from, to) {
  return (millis(to) - millis(from)) / 1000;
}

export function millis(instant) {
  return typeof instant === 'number' ? instant : Date.parse(instant);
}

/** 14:03:07, in the reader's time zone */
export function clock(instant) {
  return new Date(millis(instant)).toLocaleTimeString('en-GB');
}

export function clockShort(instant) {
  return clock(instant).slice(0, 5);
}

/** 2026-03-02 14:03:07; the day only when it is another one than today */
export function moment(instant) {
  const date = new Date(millis(instant));
  const today = new Date().toDateString() === date.toDateString();
  return today ? clock(instant) : `${day(date)} ${clock(instant)}`;
}

function day(date) {
  const two = value => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** invoice/7 → invoice/ : what the contention panel counts together */
export function groupPrefix(group) {
  return group.includes('/') ? group : `${group}/`;
}
