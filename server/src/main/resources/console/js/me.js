// Who is signed in and what they may do here.
import { createContext } from './preact.js';

export const Me = createContext(null);

export function mayAct(me) {
  return me?.role === 'admin' && !me.readOnly;
}
