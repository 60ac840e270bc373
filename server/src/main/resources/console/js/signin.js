// Asks for the access token when there is none, or when the service does not take it.
import { html, useState } from './preact.js';
import { keep } from './session.js';
import { Mark } from './parts/icons.js';

export function SignIn({ problem, onSignedIn }) {
  const [text, setText] = useState('');
  const submit = event => {
    event.preventDefault();
    keep(text.trim());
    onSignedIn();
  };
  return html`<main class="signin"><form onSubmit=${submit}>
    <h1 class="mark"><${Mark} /> Holdfast</h1>
    <p class="soft">Who holds it, who waits, and what would help. Paste an access token to look.</p>
    ${problem && html`<p class="red breaks" role="alert">${problem.message}</p>`}
    <label>Access token
      <input class="field name" type="password" name="token" autocomplete="off" autofocus
        spellcheck=${false} required value=${text}
        onInput=${event => setText(event.target.value)} /></label>
    <button class="button main" type="submit" disabled=${!text.trim()}>Sign in</button>
    <p class="faint"><code>holdfast serve</code> prints one at its start on this machine.
      It stays in this tab and is forgotten when the tab closes.</p>
  </form></main>`;
}
