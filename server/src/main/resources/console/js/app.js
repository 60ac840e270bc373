// The entry: token out of the address first, then who we are, then the panels.
import { html, render, useEffect, useState } from './preact.js';
import { forget, onRefused, takeTokenFromAddress, token } from './session.js';
import { get } from './api.js';
import { start, stop } from './events.js';
import { listen } from './keys.js';
import { Me } from './me.js';
import { Problem } from './problem.js';
import { SignIn } from './signin.js';
import { Frame } from './frame.js';
import { Empty } from './parts/problem.js';
import * as theme from './theme.js';

const RETRY = 3000;

function App() {
  const [me, setMe] = useState(null);
  const [problem, setProblem] = useState(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => token() ? signIn(setMe, setProblem) : undefined, [attempt]);
  useEffect(() => {
    const arrived = () => {
      if (location.hash.startsWith('#token=')) {
        takeTokenFromAddress();
        setMe(null);
        setAttempt(n => n + 1);
      }
    };
    addEventListener('hashchange', arrived);
    return () => removeEventListener('hashchange', arrived);
  }, []);
  const signOut = reason => {
    stop();
    forget();
    setMe(null);
    setProblem(reason);
  };
  useEffect(() => onRefused(signOut), []);
  if (me) {
    return html`<${Me.Provider} value=${me}><${Frame} onSignOut=${() => signOut(null)} /><//>`;
  }
  if (!token() || problem?.unauthorized) {
    return html`<${SignIn} problem=${problem} onSignedIn=${() => setAttempt(n => n + 1)} />`;
  }
  return problem && html`<${Empty} title=${problem.message} />`;
}

function signIn(setMe, setProblem) {
  let timer = null;
  const attempt = async () => {
    try {
      setMe(await get('me'));
      setProblem(null);
      start();
    } catch (caught) {
      const problem = caught instanceof Problem ? caught : new Problem(0, 'bug', String(caught));
      setProblem(problem);
      timer = problem.unauthorized ? null : setTimeout(attempt, RETRY);
    }
  };
  attempt();
  return () => clearTimeout(timer);
}

takeTokenFromAddress();
theme.apply();
listen();
render(html`<${App} />`, document.getElementById('app'));
