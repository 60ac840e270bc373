// A long list read page by page. The service orders it and gives a cursor for what follows; we keep
// the pages, refresh those in view and leave the others until they are looked at.
const FIRST = 200;
const LATER = 500;

export class Pages {
  #load;
  #changed;
  #pages = [];
  #stopped = new AbortController();
  #turn = Promise.resolve();
  #queued = new Set();
  #next = null;
  complete = false;
  problem = null;

  /** @param load (cursor, limit, signal) → promise of {items, next} */
  constructor(load, changed) {
    this.#load = load;
    this.#changed = changed;
  }

  get length() {
    return this.#pages.reduce((sum, page) => sum + page.items.length, 0);
  }

  get started() {
    return this.#pages.length > 0;
  }

  stop() {
    this.#stopped.abort();
  }

  row(index) {
    let start = 0;
    for (const page of this.#pages) {
      if (index < start + page.items.length) {
        return page.items[index - start];
      }
      start += page.items.length;
    }
    return undefined;
  }

  /** Loads what follows. Asking too often does no harm. */
  more() {
    this.#inTurn('more', async () => {
      if (this.complete) {
        return;
      }
      const page = { cursor: this.#next, limit: this.started ? LATER : FIRST, items: [] };
      await this.#fill(page);
      this.#pages.push(page);
      this.#follow(page);
    });
  }

  /** Reads the pages of rows first to last again, in order: each says where the next begins. */
  refresh(first, last) {
    this.#inTurn('refresh', async () => {
      let start = 0;
      for (const page of [...this.#pages]) {
        const end = start + page.items.length;
        if (end >= first) {
          await this.#fill(page);
          this.#follow(page);
        }
        start = end;
        if (start > last) {
          return;
        }
      }
    });
  }

  #follow(page) {
    const after = this.#pages[this.#pages.indexOf(page) + 1];
    if (page.next === null || !after) {
      this.#pages.length = this.#pages.indexOf(page) + 1;
      this.#next = page.next;
      this.complete = page.next === null;
    } else {
      after.cursor = page.next; // it may begin elsewhere now; it is read again when it is in view
    }
  }

  async #fill(page) {
    const answer = await this.#load(page.cursor, page.limit, this.#stopped.signal);
    page.items = answer.items;
    page.next = answer.next ?? null;
  }

  /** One request at a time, and of each kind of work only one in the queue. */
  #inTurn(kind, work) {
    if (!this.#queued.has(kind)) {
      this.#queued.add(kind);
      this.#turn = this.#turn.then(() => this.#attempt(kind, work));
    }
  }

  async #attempt(kind, work) {
    this.#queued.delete(kind);
    if (this.#stopped.signal.aborted) {
      return;
    }
    try {
      await work();
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    if (!this.#stopped.signal.aborted) {
      this.#changed();
    }
  }
}
