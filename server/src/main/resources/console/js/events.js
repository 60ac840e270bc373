// The live feed. EventSource can't send an Authorization header, so the stream is read by fetch. A
// cut is noticed by silence (the service sends a heartbeat every 15 s), tried again with growing
// pauses, and resumed after the last event seen: nothing is lost, nothing comes twice.
import { address, failure, headers } from './api.js';
import { Problem, unreachable } from './problem.js';
import { reader } from './sse.js';
import { useEffect, useState } from './preact.js';

const SILENCE = 40_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const KEPT = 2000;
const BACKLOG = 300;

export const feed = {
  events: [], // newest first, at most KEPT
  state: { kind: 'connecting' },
  last: null,
};

const listeners = new Set();
let running = null;

export function start() {
  stop();
  running = new AbortController();
  keepConnected(running.signal);
}

/** Ends the stream and forgets what came: the next reader may be another one. */
export function stop() {
  running?.abort();
  running = null;
  feed.events = [];
  feed.last = null;
  feed.state = { kind: 'connecting' };
}

/** Renders again when events come or the connection changes. */
export function useFeed() {
  const [, again] = useState(0);
  useEffect(() => onFeed(() => again(n => n + 1)), []);
  return feed;
}

/** Calls back after each batch of events; an empty one when only the connection changed. */
export function onFeed(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function keepConnected(signal) {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    const connectedAt = Date.now();
    const problem = await connection(signal).then(() => unreachable(), caught => caught);
    if (signal.aborted) {
      return;
    }
    if (problem instanceof Problem && (problem.status === 401 || problem.status === 403)) {
      return tell({ kind: 'refused' });
    }
    pause = Date.now() - connectedAt > LONGEST_PAUSE ? FIRST_PAUSE : pause;
    await paused(pause + Math.random() * pause / 2, signal);
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  }
}

async function connection(signal) {
  const silence = new AbortController();
  const all = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE);
  try {
    const response = await fetch(address('events', feed.last ? {} : { last: BACKLOG }), {
      headers: streamHeaders(), cache: 'no-store', signal: all,
    });
    if (!response.ok) {
      throw await failure(response);
    }
    tell({ kind: 'live', resumed: feed.last !== null });
    const read = reader(take);
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await text.read(); !piece.done; piece = await text.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE);
      read(piece.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

function streamHeaders() {
  const all = { ...headers(), Accept: 'text/event-stream' };
  return feed.last ? { ...all, 'Last-Event-ID': feed.last } : all;
}

function paused(millis, signal) {
  tell({ kind: 'reconnecting', until: Date.now() + millis });
  return new Promise(resume => {
    const timer = setTimeout(resume, millis);
    signal.addEventListener('abort', () => { clearTimeout(timer); resume(); }, { once: true });
  });
}

let batch = [];

function take(event) {
  if (event.event === 'end') {
    return; // the service closes the stream; it is opened again as after a cut
  }
  feed.last = event.id ?? feed.last;
  const parsed = JSON.parse(event.data);
  batch.push({ ...parsed, kind: parsed.kind ?? event.event });
  if (batch.length === 1) {
    setTimeout(flush, 100); // one rendering for many events
  }
}

function flush() {
  const events = batch;
  batch = [];
  feed.events = [...events.reverse(), ...feed.events].slice(0, KEPT);
  listeners.forEach(listener => listener(events));
}

function tell(state) {
  feed.state = state;
  listeners.forEach(listener => listener([]));
}
