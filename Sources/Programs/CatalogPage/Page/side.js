// What narrows the list: facets, collections, saved searches.

import { by, element, show, t } from './dom.js';
import { ask } from './wire.js';
import { facetKeys, listParameters, state, toggle, set, change } from './state.js';

const few = 8;
const opened = new Set();

export async function showFacets(signal) {
  const answer = await ask('facets', listParameters(), signal);
  // An unfinished text has no facets.
  if (answer.invalid) return;
  const now = state();
  const focused = document.activeElement?.dataset?.facet;
  by('facets').replaceChildren(...answer.groups.map((group) => facet(group, now.getAll(group.key))));
  if (focused) document.querySelector(`[data-facet="${CSS.escape(focused)}"]`)?.focus();
  showChosen(now);
}

function facet(group, chosen) {
  const isOpen = opened.has(group.key);
  // Chosen values are always visible.
  const values = group.values.filter((one, index) => isOpen || index < few || chosen.includes(one.value));
  const known = new Set(group.values.map((one) => one.value));
  for (const value of chosen) if (!known.has(value)) values.push({ value, title: value, count: 0 });
  return element('fieldset', {}, element('legend', {}, group.title),
    values.map((one) => element('label', {},
      element('input', {
        type: 'checkbox', checked: chosen.includes(one.value), 'data-facet': `${group.key} ${one.value}`,
        change: () => toggle(group.key, one.value),
      }),
      element('bdi', {}, one.title), element('span', { class: 'number' }, String(one.count)))),
    group.values.length > few ? element('button', {
      type: 'button', class: 'plain', 'aria-expanded': String(isOpen), 'data-facet': `${group.key} more`,
      click: () => { if (!opened.delete(group.key)) opened.add(group.key); showFacets(); },
    }, isOpen ? t('fewer') : t('{0} more', group.values.length - few)) : null);
}

/** Shows what narrows the list, each as a button that removes it. */
function showChosen(now) {
  const chosen = [...now].filter(([name]) => [...facetKeys, 'in', 'favorite', 'hidden', 'exact'].includes(name));
  show(by('chosen'), chosen.length > 0);
  by('chosen').replaceChildren(...chosen.map(([name, value]) => element('button', {
    type: 'button', class: 'tag', 'aria-label': t('Remove {0}', value), click: () => toggle(name, value),
  }, element('bdi', {}, t({ favorite: 'Favourites', hidden: 'Hidden', exact: 'As typed' }[name] ?? value)), ' ✕')),
    chosen.length > 1 ? element('button', {
      type: 'button', class: 'plain', click: () => change((to) => { for (const [name] of chosen) to.delete(name); }),
    }, t('remove all')) : '');
}

/** Shows favourites, collections and saved searches. */
export async function showOwn(acts) {
  const answer = await ask('side');
  const within = state().getAll('in');
  const entry = (title, isOn, act, { count, leave } = {}) => element('li', {}, element('a', {
    href: '?', 'aria-current': isOn ? 'true' : null, click: (event) => { event.preventDefault(); act(); },
  }, element('bdi', {}, title), count === undefined ? null : element('span', { class: 'number' }, String(count))),
    leave ? element('button', { type: 'button', class: 'plain', 'aria-label': t('Delete {0}', title), click: leave }, '✕') : null);
  const list = (title, entries, add) => [
    element('h2', {}, title), element('ul', {}, entries), ...(add ? [add] : []),
  ];
  by('own').replaceChildren(
    ...list(t('Yours'), [
      entry(t('Favourites'), state().has('favorite'), () => toggle('favorite', '1')),
      entry(t('Hidden'), state().has('hidden'), () => toggle('hidden', '1')),
    ]),
    ...list(t('Collections'), answer.collections.map((one) => entry(one.name, within.includes(one.name), () => toggle('in', one.name), {
      count: one.count, leave: () => acts.leave({ do: 'delete', kind: 'collection', name: one.name }),
    }))),
    ...list(t('Saved searches'), answer.searches.map((one) => entry(one.name, within.includes(one.name), () => toggle('in', one.name), {
      leave: () => acts.leave({ do: 'forget', name: one.name }),
    })), state().get('q') ? element('button', { type: 'button', class: 'plain', click: acts.save }, t('Save this search…')) : null));
  return answer;
}

export function showOnly(name, value) {
  change((to) => { for (const key of [...to.keys()]) if (key !== 'view') to.delete(key); to.set(name, value); });
}
