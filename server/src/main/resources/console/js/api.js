// Calls of /api/v1. All addresses are relative, so the console works below any path prefix.
import { refused, token } from './session.js';
import { Problem, problemOf, unreachable } from './problem.js';
import { heard } from './clock.js';

const BASE = 'api/v1/';
const PATIENCE = 15_000;

export function get(path, parameters = {}, signal = undefined) {
  return call('GET', path, parameters, undefined, signal);
}

export function post(path, body) {
  return call('POST', path, {}, body);
}

export function remove(path, parameters) {
  return call('DELETE', path, parameters);
}

export function address(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return BASE + path + (text ? `?${text}` : '');
}

async function call(method, path, parameters, body = undefined, signal = undefined) {
  const response = await answered(address(path, parameters), {
    method,
    headers: headers(body),
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: 'no-store',
    signal: bounded(signal),
  });
  if (!response.ok) {
    throw await failure(response);
  }
  if (response.status === 204 || response.status === 202) {
    return null;
  }
  const value = await response.json().catch(() => {
    throw new Problem(response.status, 'no-json', 'The answer is no JSON: is a proxy in between?');
  });
  heard(value?.at);
  return value;
}

/** The problem of an answer; a token that is taken no more ends the session wherever we are. */
export async function failure(response) {
  const problem = await problemOf(response);
  if (problem.unauthorized) {
    refused(problem);
  }
  return problem;
}

async function answered(url, request) {
  try {
    return await fetch(url, request);
  } catch (failure) {
    // our own abort is no failure of the service; everything else is the network
    throw request.signal?.reason?.name === 'AbortError' ? failure : unreachable();
  }
}

function bounded(signal) {
  const patience = AbortSignal.timeout(PATIENCE);
  return signal ? AbortSignal.any([signal, patience]) : patience;
}

export function headers(body) {
  const all = { Accept: 'application/json' };
  if (token()) {
    all.Authorization = `Bearer ${token()}`;
  }
  if (body !== undefined) {
    all['Content-Type'] = 'application/json';
  }
  return all;
}
