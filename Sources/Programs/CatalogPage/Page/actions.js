// What the page changes, and how that is undone.

import { by, element, show, say, t } from './dom.js';
import { ask, tell } from './wire.js';

by('leave').addEventListener('click', () => by('naming').close());
// A message lies above what is below the list: the buttons for what is selected, and those that turn pages.
new ResizeObserver(() => {
  const below = innerHeight - by('list').getBoundingClientRect().bottom;
  document.documentElement.style.setProperty('--below-list', `${Math.max(0, Math.min(below, innerHeight / 2))}px`);
}).observe(by('list'));

let last = null;
let hiding;

/**
 * Makes changes in one step, and shows a message from which they can be undone.
 *
 * @param otherwise what to do if nothing had to change.
 */
export async function change(changes, text, otherwise = () => notify(t('nothing to change'), false)) {
  const answer = await tell('change', { changes });
  if (answer.touched === 0) return otherwise();
  last = answer.undo;
  by('undo').disabled = last === null;
  return notify(text, last !== null);
}

/** Shows a message for a while, with a button for undo if there is something to undo. */
function notify(text, hasUndo) {
  say(text, 0);
  const toast = by('toast');
  toast.querySelector('span').textContent = text;
  show(toast.querySelector('button'), hasUndo);
  show(toast, true);
  clearTimeout(hiding);
  // A person who points at it or focuses it may need longer.
  hiding = setTimeout(function hide() {
    if (toast.matches(':hover, :focus-within')) hiding = setTimeout(hide, 2000); else show(toast, false);
  }, 8000);
}

export async function undo() {
  if (last === null) return;
  const number = last;
  last = null;
  try {
    const answer = await tell('undo', { number });
    say(t('undone: {0}', answer.title ?? ''), 0);
  } catch (error) {
    // The person may try again, unless something has changed since.
    if (error.status !== 409) last ??= number;
    throw error;
  } finally {
    if (last === null) endUndo();
  }
}

/** Disables undo, and moves the focus from its buttons to the list. */
function endUndo() {
  if (document.activeElement === by('undo') || by('toast').contains(document.activeElement)) by('list').focus();
  by('undo').disabled = true;
  show(by('toast'), false);
}

const named = (chosen) => (chosen.size === 1 ? [...chosen.values()][0].name : t('{0} components', chosen.size));

export async function mark(kind, chosen) {
  const uris = [...chosen.keys()];
  const words = { favorite: ['Favourite: {0}', 'Not a favourite: {0}'], hidden: ['Hidden: {0}', 'No longer hidden: {0}'] }[kind];
  const make = (verb, text, otherwise) => change([{ do: verb, kind, uris }], t(text, named(chosen)), otherwise);
  // Selected rows may be out of date. If adding the mark changes nothing, all of them have it.
  await make('add', words[0], () => make('remove', words[1]));
}

/** Removes a tag from components, or components from a collection. */
export async function remove(kind, chosen, name) {
  await change([{ do: 'remove', kind, name, uris: [...chosen.keys()] }], t('No longer {0}: {1}', name, named(chosen)));
}

/** Deletes a collection or a saved search. */
export async function leave(one) { await change([one], t('Deleted: {0}', one.name)); }

/**
 * Asks for a name in a dialog, which opens immediately, so that what is typed next is the name. It stays open, and says why,
 * until the name is accepted or the dialog is cancelled.
 *
 * @param accept does what the name is for; what it throws is shown.
 * @param names the names to offer.
 */
export function asked(title, accept, names = []) {
  const dialog = by('naming');
  const form = dialog.querySelector('form');
  const problem = by('problem');
  by('namingTitle').textContent = title;
  by('names').replaceChildren();
  Promise.resolve(names).then((all) => by('names').replaceChildren(...all.map((name) => element('option', { value: name }))), () => {});
  const field = by('naming-name');
  field.value = '';
  show(problem, false);
  const before = document.activeElement;
  dialog.showModal();
  field.focus();
  return new Promise((resolve, reject) => {
    let accepting = null;
    let isOver = false;
    async function submit(event) {
      event.preventDefault();
      if (accepting) return;
      try {
        const name = field.value.trim();
        if (name === '') throw new Error(t('Enter a name.'));
        accepting = accept(name);
        await accepting;
        // Who has cancelled meanwhile may have opened it for something else.
        if (!isOver) dialog.close();
      } catch (error) {
        // Who has cancelled meanwhile reads it on the page.
        if (isOver) { reject(error); return; }
        problem.textContent = error.message;
        show(problem, true);
        field.focus();
      } finally { accepting = null; }
    }
    form.addEventListener('submit', submit);
    dialog.addEventListener('close', () => {
      isOver = true;
      form.removeEventListener('submit', submit);
      before?.focus?.();
      Promise.resolve(accepting).then(resolve, () => {});
    }, { once: true });
  });
}

export async function label(kind, chosen) {
  if (chosen.size === 0) return;
  const names = ask('side').then((side) => (kind === 'tag' ? side.tags : side.collections).map((one) => one.name));
  const title = t(kind === 'tag' ? 'Tag {0}' : 'Add {0} to a collection', named(chosen));
  const text = kind === 'tag' ? 'Tagged {0}: {1}' : 'In {0}: {1}';
  await asked(title, (name) => change([{ do: 'add', kind, name, uris: [...chosen.keys()] }], t(text, name, named(chosen))), names);
}

export async function save(predicate) {
  await asked(t('Save this search'), (name) => change([{ do: 'save', name, predicate }], t('Saved: {0}', name)));
}
