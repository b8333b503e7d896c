// The page shows what the address says, and actions change the address or the catalog.

import { by, element, show, say, t, translate } from './dom.js';
import { enter, follow, Refused, whenTokenChanges } from './wire.js';
import { listParameters, state, set, change as changeState, whenStateChanges } from './state.js';
import { List } from './list.js';
import { showFacets, showOwn } from './side.js';
import { showDetail, close as closeDetail } from './detail.js';
import { prepareSearch, showInvalid } from './search.js';
import * as actions from './actions.js';

const keys = [
  ['/', 'go to the search field'], ['↑ ↓', 'move between rows'], ['Space', 'select a row'], ['Shift ↑ ↓', 'select several'],
  ['Ctrl A', 'select all'], ['Enter', 'show the component'], ['t', 'tag'], ['f', 'favourite'], ['h', 'hide'], ['c', 'collect'],
  ['Ctrl Z, u', 'undo'], ['Esc', 'close, or clear the selection'],
];

const acts = {
  tag: (chosen) => act(() => actions.label('tag', chosen)),
  collect: (chosen) => act(() => actions.label('collection', chosen)),
  favorite: (chosen) => act(() => actions.mark('favorite', chosen)),
  hide: (chosen) => act(() => actions.mark('hidden', chosen)),
  remove: (kind, chosen, name) => act(() => actions.remove(kind, chosen, name)),
  leave: (one) => act(() => actions.leave(one)),
  save: () => act(() => actions.save(state().get('q') ?? '')),
};

const list = new List({
  shown: showAnswer,
  failed: showFailure,
  acted(key) {
    const name = { t: 'tag', f: 'favorite', h: 'hide', c: 'collect' }[key];
    if (name) acts[name](list.chosen);
    else if (key === 'u') act(actions.undo);
    else if (key === 'Escape') { if (list.selected.size) list.clear(); else if (state().has('c')) closeDetail(); else return false; }
    else return false;
    return true;
  },
});

/** Does something that may fail, and shows why it failed. */
async function act(body) {
  try { await body(); } catch (error) { showFailure(error); }
}

function showFailure(error) {
  const box = by('gone');
  const isOut = error instanceof Refused && error.status === 401;
  box.textContent = isOut
    ? t('This page has no access. Run `aucat browse`: once that has opened a page, this one continues.')
    : error instanceof Refused ? error.message : t('aucat is not answering. Run `aucat browse`, which opens a new page.');
  show(box, true);
}

function showAnswer(answer) {
  const text = state().get('q') ?? '';
  showInvalid(answer.invalid, text);
  if (answer.invalid) return;
  show(by('gone'), false);
  const count = answer.rows === 1 ? t('1 component') : t('{0} components', answer.rows);
  by('count').textContent = count + (answer.hidden ? `, ${t('{0} hidden', answer.hidden)}` : '');
  const notes = [...answer.notes, ...(answer.nothing ?? [])];
  show(by('notes'), notes.length > 0);
  by('notes').replaceChildren(...notes.map((note) => element('li', { dir: 'auto' }, note)),
    answer.notes.length ? element('li', {}, element('button', { type: 'button', click: () => set('exact', '1') }, t('As typed'))) : '');
  const near = answer.near?.length ? [t('{0} near', answer.near.length)] : [];
  say([count, ...notes, ...near].join('. '));
}

let askingFacets;
async function refreshFacets() {
  askingFacets?.abort();
  askingFacets = new AbortController();
  try { await showFacets(askingFacets.signal); } catch (error) { if (error.name !== 'AbortError') showFailure(error); }
}

function showControls() {
  const now = state();
  if (by('q').value !== (now.get('q') ?? '')) by('q').value = now.get('q') ?? '';
  by('sort').value = now.get('sort') ?? '';
  by('view').value = now.get('view') ?? '';
  by('variants').checked = now.get('variants') === 'all';
}

let resting;
let finishing;
prepareSearch((text, isFinished) => {
  typing = !isFinished;
  // The first letter starts a new step in the history; the others continue it.
  set('q', text, { continues: Boolean(state().get('q')) && text !== '' });
  clearTimeout(finishing);
  // Words are corrected once they seem to be complete.
  if (isFinished) { list.search({ keepsPlace: true }); by('list').focus(); } else finishing = setTimeout(() => list.search({ keepsPlace: true }), 600);
});
let typing = false;

whenStateChanges((before) => {
  const now = state();
  showControls();
  if (listParameters(before).toString() !== listParameters(now).toString()) {
    list.search({ typing });
    typing = false;
    clearTimeout(resting);
    resting = setTimeout(() => { refreshFacets(); act(() => showOwn(acts)); }, 120);
  } else if (before.get('view') !== now.get('view') || before.get('page') !== now.get('page')) {
    list.draw(true);
  }
  if (before.get('c') !== now.get('c')) act(() => showDetail(now.get('c'), acts, { takesFocus: true }));
});

for (const name of ['sort', 'view']) by(name).addEventListener('change', (event) => set(name, event.target.value));
by('variants').addEventListener('change', (event) => set('variants', event.target.checked ? 'all' : ''));
by('undo').addEventListener('click', () => act(actions.undo));
by('toast').querySelector('button').addEventListener('click', () => act(actions.undo));
by('keys').addEventListener('click', () => by('help').showModal());
by('helpKeys').append(...keys.flatMap(([key, what]) => [element('dt', {}, element('kbd', {}, key)), element('dd', {}, t(what))]));
by('selection').addEventListener('click', (event) => {
  const name = event.target.dataset.do;
  if (name === 'clear') { list.clear(); by('list').focus(); } else if (name) acts[name](list.chosen);
});
document.addEventListener('keydown', (event) => {
  const isText = event.target.matches('input:not([type=checkbox]), select, textarea');
  if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !isText) { event.preventDefault(); act(actions.undo); }
  if (event.key === '/' && !isText && !event.ctrlKey) { event.preventDefault(); by('q').focus(); by('q').select(); }
  if (event.key === 'Escape' && by('detail').contains(event.target)) closeDetail();
});
if (matchMedia('(max-width: 40rem)').matches) by('side').open = false;

async function refresh() {
  await list.search({ keepsPlace: true });
  await Promise.all([refreshFacets(), act(() => showOwn(acts)), act(() => showDetail(state().get('c'), acts))]);
}

async function begin() {
  translate();
  showControls();
  await act(enter);
  await list.search();
  performance.mark('first list');
  refreshFacets();
  act(() => showOwn(acts));
  if (state().has('c')) act(() => showDetail(state().get('c'), acts));
  let isFirst = true;
  let waiting;
  follow({
    changed() { clearTimeout(waiting); waiting = setTimeout(refresh, 60); },
    connected(status) {
      if (status === 200 && !isFirst) { show(by('gone'), false); refresh(); }
      // Changes before a later attempt may have been missed.
      isFirst = false;
      if (status === 401) showFailure(new Refused(401, '')); else if (status === 0) showFailure(new Error('gone'));
    },
  });
}

whenTokenChanges(refresh);
// A new address from `aucat browse`, pasted into an open tab, changes only the fragment.
addEventListener('hashchange', () => act(async () => { await enter(); await refresh(); }));
begin();
