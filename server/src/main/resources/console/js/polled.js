// Loads, and loads again: at a period, and soon after events that say that something changed. One
// request at a time; a hidden page asks nothing; a failure leaves the last good answer in place.
import { useEffect, useRef, useState } from './preact.js';
import { onFeed } from './events.js';

const AFTER_EVENTS = 1000;

/**
 * @param load signal → promise
 * @param inputs loads anew and forgets the old answer when one of them changes
 * @returns {{value, problem, reload}}
 */
export function usePolled(load, inputs, { period = 5000, events = true } = {}) {
  const [answer, setAnswer] = useState({});
  const latest = useRef(load);
  const poke = useRef(() => {});
  latest.current = load;
  useEffect(() => {
    setAnswer({});
    const loop = polling(signal => latest.current(signal), period, setAnswer);
    poke.current = loop.soon;
    const unhook = events ? onFeed(batch => batch.length > 0 && loop.soon(AFTER_EVENTS)) : () => {};
    return () => { loop.stop(); unhook(); };
  }, inputs);
  return { ...answer, reload: () => poke.current(0) };
}

function polling(load, period, setAnswer) {
  const stopped = new AbortController();
  let timer = null;
  let due = Infinity;
  let busy = false;

  const soon = delay => {
    const at = Date.now() + delay;
    if (!stopped.signal.aborted && at < due) {
      clearTimeout(timer);
      due = at;
      timer = setTimeout(run, delay);
    }
  };
  const run = async () => {
    due = Infinity;
    if (busy || document.hidden) {
      return soon(busy ? AFTER_EVENTS : period);
    }
    busy = true;
    await attempt();
    busy = false;
    soon(period);
  };
  const attempt = async () => {
    try {
      const value = await load(stopped.signal);
      tell(() => ({ value }));
    } catch (problem) {
      tell(before => ({ ...before, problem }));
    }
  };
  const tell = change => stopped.signal.aborted || setAnswer(change);
  soon(0);
  return { soon, stop: () => { stopped.abort(); clearTimeout(timer); } };
}
