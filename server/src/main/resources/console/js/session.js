// The access token: pasted, or brought once by `#token=`. It lives in sessionStorage (this tab,
// until it closes), travels only in the Authorization header, and leaves the address bar at once.
const KEY = 'holdfast.token';

/** Takes the token out of the address before anything else can read, log or bookmark it. */
export function takeTokenFromAddress() {
  const match = /^#token=([^&]*)(?:&(.*))?$/.exec(location.hash);
  if (!match) {
    return;
  }
  const rest = match[2] && match[2].startsWith('/') ? match[2] : '/resources';
  history.replaceState(null, '', `#${rest}`);
  const token = decoded(match[1]);
  if (token) {
    keep(token);
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return ''; // a broken escape: as if there were none, the sign-in screen says the rest
  }
}

export function keep(token) {
  sessionStorage.setItem(KEY, token);
}

export function token() {
  return sessionStorage.getItem(KEY);
}

export function forget() {
  sessionStorage.removeItem(KEY);
}

let whenRefused = () => {};

/** The service takes the token no more: it ran out or was revoked. */
export function refused(problem) {
  whenRefused(problem);
}

export function onRefused(listener) {
  whenRefused = listener;
}
