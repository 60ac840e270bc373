// The filter of a panel. `/` goes to it, Escape leaves it; it follows the address and writes it.
import { html, useEffect, useRef, useState } from '../preact.js';
import { useKeys } from '../keys.js';
import { refine } from '../router.js';

const PAUSE = 250;

export function Search({ value = '', name = 'prefix', hint = 'Filter by name, from its start' }) {
  const input = useRef(null);
  const [text, setText] = useState(value);
  const written = useRef(value);
  useEffect(() => {
    // What we wrote ourselves comes back late: somebody may have typed on by then.
    if (value !== written.current) {
      written.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text !== written.current) {
        written.current = text;
        refine({ [name]: text });
      }
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  useKeys({
    '/': () => input.current.focus(),
    Escape: event => event.target === input.current ? input.current.blur() : false,
  });
  return html`<input ref=${input} class="field search" type="search" value=${text}
    placeholder=${`${hint}  /`} aria-label=${hint} autocomplete="off" spellcheck=${false}
    onInput=${event => setText(event.target.value)} />`;
}
