// What went wrong, as a sentence. The service answers RFC 9457 problems; the network does not.
export class Problem extends Error {
  constructor(status, code, detail, members = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.members = members;
  }

  get unauthorized() {
    return this.status === 401;
  }

  get missing() {
    return this.status === 404;
  }
}

export function unreachable() {
  return new Problem(0, 'unreachable',
    'The service does not answer. What is shown may be old; it is tried again by itself.');
}

/** From an answer that is no success, whoever made it: the service or a proxy before it. */
export async function problemOf(response) {
  const body = await response.json().catch(() => null);
  const code = String(body?.type ?? '').split('/').pop() || String(response.status);
  const detail = body?.detail ?? body?.title ?? `The service answered ${response.status}.`;
  return new Problem(response.status, code, detail, body ?? {});
}
