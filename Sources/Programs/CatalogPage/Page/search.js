// The search field, with completions and the place where a predicate is wrong.

import { by, element, show } from './dom.js';
import { ask } from './wire.js';

/** @param typed is called with the text as it is typed, and whether it is finished. */
export function prepareSearch(typed) {
  const [field, offers] = [by('q'), by('offers')];
  let [asking, active] = [null, -1];

  function close() {
    show(offers, false);
    active = -1;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  }

  function take(text) {
    field.value = text;
    close();
    typed(text, false);
  }

  async function complete() {
    asking?.abort();
    asking = new AbortController();
    const text = field.value;
    if (!text.trim()) return close();
    try {
      const { list } = await ask('complete', new URLSearchParams({ q: text }), asking.signal);
      if (field.value !== text || document.activeElement !== field || list.length === 0) return close();
      active = -1;
      offers.replaceChildren(...list.map((one, index) => element('li', {
        role: 'option', id: `offer${index}`, 'aria-selected': 'false', mousedown: (event) => { event.preventDefault(); take(one.text); },
      }, element('bdi', {}, one.text), one.note ? element('small', {}, one.note) : null)));
      show(offers, true);
      field.setAttribute('aria-expanded', 'true');
    } catch { close(); }
    return undefined;
  }

  function point(to) {
    const all = [...offers.children];
    active = (to + all.length + 1) % (all.length + 1);
    all.forEach((one, index) => one.setAttribute('aria-selected', String(index === active)));
    if (active < all.length) {
      field.setAttribute('aria-activedescendant', all[active].id);
      all[active].scrollIntoView({ block: 'nearest' });
    } else field.removeAttribute('aria-activedescendant');
  }

  field.addEventListener('input', () => { typed(field.value, false); complete(); });
  field.addEventListener('blur', close);
  field.addEventListener('keydown', (event) => {
    const isOpen = !offers.hidden;
    if (event.key === 'ArrowDown' && !isOpen) by('list').focus();
    else if (event.key === 'ArrowDown') point(active + 1);
    else if (event.key === 'ArrowUp' && isOpen) point(active < 0 ? offers.children.length - 1 : active - 1);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  });
  by('search').addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = offers.children[active];
    if (chosen) return take(chosen.querySelector('bdi').textContent);
    close();
    return typed(field.value, true);
  });
}

/** Shows what is wrong with a text, with a caret below the place. */
export function showInvalid(invalid, text) {
  const [box, field] = [by('invalid'), by('q')];
  show(box, Boolean(invalid));
  if (invalid) field.setAttribute('aria-invalid', 'true'); else field.removeAttribute('aria-invalid');
  if (!invalid) return;
  const bytes = new TextEncoder().encode(text);
  const before = invalid.offset === null ? null : new TextDecoder().decode(bytes.slice(0, invalid.offset));
  box.textContent = (before === null ? '' : `${text}\n${' '.repeat([...before].length)}^\n`) + invalid.message;
}
