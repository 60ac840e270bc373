// The format of text/event-stream, as far as the service uses it: id, event, data, comments.

/** Returns a function that takes pieces of text as they come and yields whole events. */
export function reader(onEvent) {
  let rest = '';
  let event = {};
  return text => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const line of lines) {
      event = line === '' ? dispatched(event, onEvent) : withLine(event, line);
    }
  };
}

function dispatched(event, onEvent) {
  if (event.data !== undefined) {
    onEvent(event);
  }
  return {};
}

function withLine(event, line) {
  if (line.startsWith(':')) {
    return event; // a heartbeat
  }
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'data' && event.data !== undefined) {
    return { ...event, data: `${event.data}\n${value}` };
  }
  return { ...event, [name]: value };
}
