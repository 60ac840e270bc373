// Where we are: `#/panel/part?key=value`. Everything worth sharing is in the address.
import { useEffect, useState } from './preact.js';

export function parse(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [panel, ...rest] = path.split('/').map(decoded);
  return {
    panel: panel || 'resources',
    part: rest.join('/'),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function link(panel, query = {}, part = '') {
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(kept).toString();
  return `#/${panel}${part ? `/${encodeURIComponent(part)}` : ''}${text ? `?${text}` : ''}`;
}

export function go(panel, query = {}, part = '') {
  location.hash = link(panel, query, part);
}

/** Changes a part of the query; filters replace the entry so that Back leaves the panel. */
export function refine(changes) {
  const route = parse(location.hash);
  const next = link(route.panel, { ...route.query, ...changes }, route.part);
  if (next !== location.hash) {
    history.replaceState(null, '', next);
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

export function useRoute() {
  const [route, setRoute] = useState(parse(location.hash));
  useEffect(() => {
    const changed = () => setRoute(parse(location.hash));
    addEventListener('hashchange', changed);
    changed(); // it may have changed between the first drawing and now
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}
