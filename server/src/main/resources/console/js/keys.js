// The keyboard. Panels register what a key does while they are shown; typing in a field is typing.
import { useEffect, useRef } from './preact.js';

const LEADER_PATIENCE = 1200;
const layers = [];
let leaderUntil = 0;

/** @param bindings key (as in KeyboardEvent.key, or "g l") → function of the event */
export function useKeys(bindings) {
  const layer = useRef(bindings);
  layer.current = bindings;
  useEffect(() => {
    layers.push(layer);
    return () => layers.splice(layers.indexOf(layer), 1);
  }, []);
}

export function listen() {
  addEventListener('keydown', event => {
    const free = !event.ctrlKey && !event.metaKey && !event.altKey
      && !document.querySelector('dialog[open]');
    if (free && (!typing(event.target) || event.key === 'Escape')) {
      act(event);
    }
  });
}

function act(event) {
  const led = Date.now() < leaderUntil;
  leaderUntil = 0;
  if (!led && event.key === 'g') {
    leaderUntil = Date.now() + LEADER_PATIENCE;
    return;
  }
  const key = led ? `g ${event.key}` : event.key;
  for (let i = layers.length - 1; i >= 0; i--) {
    const action = layers[i].current[key];
    if (action && action(event) !== false) {
      event.preventDefault();
      return;
    }
  }
}

function typing(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
