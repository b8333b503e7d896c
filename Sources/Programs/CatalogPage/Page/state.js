// The address determines what the page shows.

export const facetKeys = [
  'type', 'tags', 'manufacturer', 'channels', 'license', 'ui', 'usableIn', 'realtime', 'deterministic', 'validation', 'cost',
  'latency', 'loadTime', 'memory',
];

let listeners = [];

/** The parameters of the address. */
export const state = () => new URLSearchParams(location.search);

/** The parameters that determine what is in the list. */
export function listParameters(of = state()) {
  const wanted = new URLSearchParams(of);
  for (const name of ['c', 'view', 'page']) wanted.delete(name);
  return wanted;
}

export function whenStateChanges(act) { listeners.push(act); }

function announce(before) { for (const act of listeners) act(before); }

/** Changes the address. Going back undoes it, unless it continues the last change, as typing does. */
export function change(edit, { continues = false } = {}) {
  const [before, after] = [state(), state()];
  edit(after);
  for (const [name, value] of [...after]) if (value === '') after.delete(name);
  // A different list starts at its first page.
  if (listParameters(after).toString() !== listParameters(before).toString()) after.delete('page');
  if (after.toString() === before.toString()) return;
  const address = location.pathname + (after.size ? `?${after}` : '');
  if (continues) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  announce(before);
}

export function set(name, value, options) { change((to) => { to.delete(name); if (value) to.set(name, value); }, options); }

/** Adds a value to those of a parameter, or removes it. */
export function toggle(name, value) {
  change((to) => {
    const values = to.getAll(name);
    to.delete(name);
    const rest = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
    for (const one of rest) to.append(name, one);
  });
}

let last = state();
addEventListener('popstate', () => { announce(last); });
whenStateChanges(() => { last = state(); });
