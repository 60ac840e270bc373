// Time as the database sees it. Ages and remaining times are counted from instants of the service,
// so a laptop whose clock is wrong still shows the truth.
import { useEffect, useState } from './preact.js';

let offset = 0;

/** Notes an instant of the service that was "now" when it answered. */
export function heard(at) {
  const instant = at ? Date.parse(at) : NaN;
  if (!Number.isNaN(instant)) {
    offset = instant - Date.now();
  }
}

export function now() {
  return Date.now() + offset;
}

/** Renders again each period; a hidden page does not tick. */
export function useNow(period = 1000) {
  const [at, tick] = useState(now());
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && tick(now()), period);
    return () => clearInterval(timer);
  }, [period]);
  return at;
}
