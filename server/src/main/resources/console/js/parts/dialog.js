// The browser's own modal dialog: it keeps the focus, closes by Escape and gives the focus back.
import { html, useEffect, useRef } from '../preact.js';

export function Dialog({ title, onClose, children }) {
  const dialog = useRef(null);
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  return html`<dialog ref=${dialog} aria-label=${title} onClose=${onClose}
    onClick=${event => event.target === dialog.current && dialog.current.close()}>
    <div class="sheet"><h2>${title}</h2>${children}</div>
  </dialog>`;
}
