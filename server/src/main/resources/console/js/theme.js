// Light or dark: what the system says, unless the reader chose.
const KEY = 'holdfast.theme';
const CHOICES = ['system', 'light', 'dark'];

export function chosen() {
  const kept = localStorage.getItem(KEY);
  return CHOICES.includes(kept) ? kept : 'system';
}

export function apply(choice = chosen()) {
  localStorage.setItem(KEY, choice);
  if (choice === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = choice;
  }
  return choice;
}

/** The switch: to what is not shown now. */
export function toggled() {
  return apply(shown() === 'dark' ? 'light' : 'dark');
}

export function shown() {
  const choice = chosen();
  const dark = system().matches;
  return choice === 'system' ? (dark ? 'dark' : 'light') : choice;
}

export function onSystemChange(listener) {
  const dark = system();
  dark.addEventListener('change', listener);
  return () => dark.removeEventListener('change', listener);
}

function system() {
  return matchMedia('(prefers-color-scheme: dark)');
}
