// What would help, as a button: release with fence, cancel, terminate. Each asks for a reason, says
// beforehand what will happen, and is on record afterwards. Who may not act sees no button.
import { html, useContext, useState } from '../preact.js';
import { post, remove } from '../api.js';
import { Me, mayAct } from '../me.js';
import { Dialog } from './dialog.js';
import { say } from './said.js';

const RECORDED = 'It is on record with your name and reason.';
const ACTS = {
  RELEASE: {
    verb: 'Release',
    title: of => `Release ${of.resource}?`,
    warning: of => `Whoever holds fence ${of.fence} keeps running, but loses the lease: its `
      + 'guarded writes are refused from now on, and the next waiter is let in.',
    button: of => `Release fence ${of.fence}`,
    run: (of, reason) => remove('resource/lease',
      { name: of.resource, fence: of.fence, reason }),
    done: of => `Released ${of.resource}, fence ${of.fence}. ${RECORDED}`,
  },
  CANCEL: {
    verb: 'Cancel',
    title: of => `Cancel the statement of pid ${of.pid}?`,
    warning: () => 'The statement that runs now fails with 57014. The session lives on and decides '
      + 'what to do; its transaction is aborted.',
    button: of => `Cancel pid ${of.pid}`,
    run: (of, reason) => post(`backends/${of.pid}/cancel`,
      { backendStart: of.backendStart, reason }),
    done: of => `Told pid ${of.pid} to cancel. ${RECORDED}`,
  },
  TERMINATE: {
    verb: 'Terminate',
    title: of => `Terminate pid ${of.pid}?`,
    warning: () => 'The session ends, its transaction is rolled back, its locks are free. The '
      + 'program behind it sees a broken connection.',
    button: of => `Terminate pid ${of.pid}`,
    run: (of, reason) => post(`backends/${of.pid}/terminate`,
      { backendStart: of.backendStart, reason }),
    done: of => `Terminated pid ${of.pid}. ${RECORDED}`,
  },
};

/** The advice as a sentence, with its button where there is one to press. */
export function Advice({ advice, onDone }) {
  return html`<div class="advice"><p class="breaks">${advice.text}</p>
    <${ActButton} act=${advice.act} of=${advice.parameters ?? {}} onDone=${onDone} /></div>`;
}

export function ActButton({ act, of, onDone }) {
  const [asked, setAsked] = useState(false);
  const me = useContext(Me);
  const kind = ACTS[String(act).toUpperCase()];
  if (!kind || !mayAct(me)) {
    return null;
  }
  return html`<button type="button" class="button" onClick=${() => setAsked(true)}>
      ${kind.verb}…</button>
    ${asked && html`<${Confirm} kind=${kind} of=${of} onDone=${onDone}
      onClose=${() => setAsked(false)} />`}`;
}

function Confirm({ kind, of, onDone, onClose }) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const run = async event => {
    event.preventDefault();
    setBusy(true);
    try {
      await kind.run(of, reason.trim());
      say(kind.done(of));
      onClose();
      onDone?.();
    } catch (caught) {
      setProblem(caught);
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${kind.title(of)} onClose=${onClose}>
    <p class="soft breaks">${kind.warning(of)}</p>
    <form onSubmit=${run} class="confirm">
      <label>Reason, for the record
        <textarea class="field" rows="2" required maxlength="500" autofocus value=${reason}
          onInput=${event => setReason(event.target.value)}></textarea></label>
      ${problem && html`<p class="red breaks" role="alert">${problem.message}</p>`}
      <div class="ends">
        <button type="button" class="button" onClick=${onClose}>Leave it</button>
        <button type="submit" class="button main" disabled=${busy || !reason.trim()}>
          ${kind.button(of)}</button>
      </div>
    </form>
  <//>`;
}
