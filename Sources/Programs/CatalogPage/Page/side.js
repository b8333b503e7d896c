// What narrows the list: facets, collections, saved searches.

import { by, element, replace, show, t } from './dom.js';
import { ask } from './wire.js';
import { facetKeys, listParameters, state, toggle, set, change } from './state.js';

const few = 8;
const opened = new Set();

export async function showFacets(signal) {
  const answer = await ask('facets', listParameters(), signal);
  // An unfinished text has no facets.
  if (answer.invalid) return;
  const now = state();
  replace(by('facets'), ...answer.groups.map((group) => facet(group, now.getAll(group.key))));
  showChosen(now, answer.groups);
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
        type: 'checkbox', checked: chosen.includes(one.value), 'data-key': `${group.key} ${one.value}`,
        change: () => toggle(group.key, one.value),
      }),
      element('bdi', {}, one.title), element('span', { class: 'number' }, String(one.count)))),
    group.values.length > few ? element('button', {
      type: 'button', class: 'plain', 'aria-expanded': String(isOpen), 'data-key': `${group.key} more`,
      click: () => { if (!opened.delete(group.key)) opened.add(group.key); showFacets(); },
    }, isOpen ? t('fewer') : t('{0} more', group.values.length - few)) : null);
}

/** Shows what narrows the list, each as a button that removes it. */
function showChosen(now, groups) {
  const own = { favorite: t('Favourites'), hidden: t('Hidden'), exact: t('As typed') };
  const title = (name, value) => own[name]
    ?? groups.find((group) => group.key === name)?.values.find((one) => one.value === value)?.title ?? value;
  const chosen = [...now].filter(([name]) => [...facetKeys, 'in', 'favorite', 'hidden', 'exact'].includes(name));
  replace(by('chosen'), ...chosen.map(([name, value]) => element('button', {
    type: 'button', class: 'tag', 'data-key': `${name} ${value}`, 'aria-label': t('Remove {0}', title(name, value)),
    click: () => toggle(name, value),
  }, element('bdi', {}, title(name, value)), ' ✕')),
    chosen.length > 1 ? element('button', {
      type: 'button', class: 'plain', 'data-key': 'all', click: () => change((to) => { for (const [name] of chosen) to.delete(name); }),
    }, t('remove all')) : '');
  show(by('chosen'), chosen.length > 0);
}

/** Shows favourites, collections and saved searches. */
export async function showOwn(acts) {
  const answer = await ask('side');
  const entry = (title, name, value, { count, leave } = {}) => element('li', {}, element('a', {
    href: '?', 'data-key': `${name} ${value}`, 'aria-current': state().getAll(name).includes(value) ? 'true' : null,
    click: (event) => { event.preventDefault(); toggle(name, value); },
  }, element('bdi', {}, title), count === undefined ? null : element('span', { class: 'number' }, String(count))),
    leave ? element('button', {
      type: 'button', class: 'plain', 'data-key': `leave ${value}`, 'aria-label': t('Delete {0}', title), click: leave,
    }, '✕') : null);
  const list = (title, entries, add) => [
    element('h2', {}, title), element('ul', {}, entries), ...(add ? [add] : []),
  ];
  replace(by('own'),
    ...list(t('Yours'), [
      entry(t('Favourites'), 'favorite', '1'),
      entry(t('Hidden'), 'hidden', '1'),
    ]),
    ...list(t('Collections'), answer.collections.map((one) => entry(one.name, 'in', one.name, {
      count: one.count, leave: () => acts.leave({ do: 'delete', kind: 'collection', name: one.name }),
    }))),
    ...list(t('Saved searches'), answer.searches.map((one) => entry(one.name, 'in', one.name, {
      leave: () => acts.leave({ do: 'forget', name: one.name }),
    })), state().get('q') ? element('button', {
      type: 'button', class: 'plain', 'data-key': 'save', click: acts.save,
    }, t('Save this search…')) : null));
  return answer;
}

export function showOnly(name, value) {
  change((to) => { for (const key of [...to.keys()]) if (key !== 'view') to.delete(key); to.set(name, value); });
}
