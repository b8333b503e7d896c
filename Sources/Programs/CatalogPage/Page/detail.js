// One component: everything that `aucat info` shows.

import { by, element, show, t } from './dom.js';
import { ask } from './wire.js';
import { listParameters, set } from './state.js';
import { hearing, silence } from './hear.js';
import { showOnly } from './side.js';

let shown;

/** @param acts what its buttons do: `tag`, `favorite`, `hide`, `collect`, each with a map of one row; `untag`. */
export async function showDetail(uri, acts, { takesFocus = false } = {}) {
  const box = by('detail');
  if (!uri) {
    shown = undefined;
    silence();
    if (box.contains(document.activeElement)) by('list').focus({ preventScroll: true });
    show(box, false);
    return;
  }
  const isNew = shown !== uri;
  if (isNew) silence();
  shown = uri;
  try {
    const wanted = new URLSearchParams({ uri });
    const it = await ask('component', wanted);
    if (shown !== uri) return;
    if (isNew || !by('about')) {
      box.replaceChildren(closing(), element('div', { id: 'about' }, about(it, acts)), ...rest(it));
      box.scrollTop = 0;
      showWhy(uri);
      showSimilar(uri);
    } else {
      renew(it, acts);
    }
    show(box, true);
    box.setAttribute('aria-label', it.name);
    if (takesFocus) box.focus();
  } catch (error) {
    box.replaceChildren(closing(), element('p', { role: 'alert' }, error.message));
    show(box, true);
    if (takesFocus) box.focus();
  }
}

const closing = () => element('button', { type: 'button', class: 'plain', click: close }, t('Close'));

export function close() { set('c', ''); }

/** Shows what a person has changed. Sound that is playing continues, and the focus stays. */
function renew(it, acts) {
  const node = by('about');
  const focused = node.contains(document.activeElement) ? document.activeElement.textContent : null;
  node.replaceChildren(...about(it, acts));
  if (focused === null) return;
  const same = [...node.querySelectorAll('button')].find((one) => one.textContent === focused);
  (same ?? by('detail')).focus();
}

function about(it, acts) {
  const row = new Map([[it.uri, { uri: it.uri, name: it.name, favorite: it.favorite, hidden: it.hidden }]]);
  const button = (name, text, isPressed) => element('button', {
    type: 'button', 'aria-pressed': isPressed === undefined ? null : String(isPressed), click: () => acts[name](row),
  }, text);
  return [
    element('h2', {}, element('bdi', {}, it.name)),
    element('p', { class: 'soft' }, [it.localizedType, it.manufacturer].filter(Boolean).join(' · ')),
    it.comment ? element('p', { dir: 'auto' }, it.comment) : null,
    element('p', { class: 'controls' }, button('favorite', t('Favourite'), it.favorite), button('hide', t('Hidden'), it.hidden),
      button('tag', t('Tag…')), button('collect', t('Collect…'))),
    element('h3', {}, t('Tags')),
    element('p', {}, it.tags.user.map((tag) => element('button', {
      type: 'button', class: 'tag own', 'aria-label': t('Remove {0}', tag), click: () => acts.remove('tag', row, tag),
    }, element('bdi', {}, tag), ' ✕')), it.tags.system.map((tag) => element('button', {
      type: 'button', class: 'tag', 'aria-label': t('Show all with the tag {0}', tag), click: () => showOnly('tags', tag),
    }, element('bdi', {}, tag)))),
    it.collections.length ? element('p', {}, `${t('Collections')} `, it.collections.map((name) => element('button', {
      type: 'button', class: 'tag', 'aria-label': t('Remove {0}', name), click: () => acts.remove('collection', row, name),
    }, element('bdi', {}, name), ' ✕'))) : null,
  ].filter(Boolean);
}

function rest(it) {
  return [
    ...hearing(it),
    element('h3', {}, t('Facts')), facts(it),
    ...table('Parameters', ['Name', 'Default', 'From', 'To', 'Unit'], it.portList
      .filter((port) => port.kind === 'control' && port.direction === 'input')
      .map((port) => [port.name, port.default, port.minimum, port.maximum, port.unit])),
    ...table('Properties', ['Name', 'Default', 'From', 'To', 'Unit'], it.parameterList
      .map((one) => [one.name, one.default, one.minimum, one.maximum, one.unit])),
    ...table('Presets', ['Name'], it.presetList.map((one) => [one.name])),
    ...table('Hosts', ['Host', 'Supported', 'Lacks'], it.hosts.map((one) => [
      one.title, t(one.usable ? 'yes' : 'no'), [...one.missing, ...one.leavesOut].join(', '),
    ])),
    ...rows(t('Variants'), it.variantList),
    element('div', { id: 'why' }), element('div', { id: 'similar' }),
    lint(it), everything(it),
  ].filter(Boolean);
}

function facts(it) {
  const number = (value, digits, unit) => (value === null ? null : `${value.toFixed(digits)} ${t(unit)}`);
  const known = [
    ['URI', it.uri], ['Channels', `${it.audioInputs}→${it.audioOutputs}`], ['Version', it.version],
    ['Licence', it.license],
    ['Latency', it.latency === null ? null : t('{0} frames', it.latency)], ['Cost', number(it.cost, 2, '% of one core')],
    ['Loads in', number(it.loadTime, 0, 'ms')], ['Memory', it.memory === null ? null : number(it.memory / 1e6, 1, 'MB')],
    ['Validation', it.validation], ['Real-time safe', it.realtime],
    ['Deterministic', it.deterministic === null ? null : t(it.deterministic ? 'yes' : 'no')],
    ['Interface', t(it.interfaces.length ? 'yes' : 'no')], ['Needs', it.requiredFeatures.join(', ')],
    ['Notes', it.remarks.join('; ')], ['Home page', it.homepage], ['Bundle', it.bundle],
  ];
  return element('dl', {}, known.filter(([, value]) => value).map(([name, value]) => [
    element('dt', {}, t(name)), element('dd', {}, element('bdi', {}, String(value)))]));
}

/** Everything else that `aucat info --json` has, under its names there. */
function everything(it) {
  const lists = ['portList', 'parameterList', 'presetList', 'variantList', 'hosts', 'tags', 'comment'];
  const text = (value) => (Array.isArray(value) ? value.map(text).join(', ')
    : value !== null && typeof value === 'object' ? Object.values(value).filter((one) => one !== null).map(text).join(' ') : String(value));
  const known = Object.entries(it).filter(([name, value]) => !lists.includes(name) && value !== null && text(value) !== '');
  return element('details', {}, element('summary', {}, t('Everything')), element('dl', {}, known.map(([name, value]) => [
    element('dt', {}, name), element('dd', {}, element('bdi', {}, text(value)))])));
}

function table(title, heads, lines) {
  if (lines.length === 0) return [];
  return [element('h3', {}, `${t(title)} (${lines.length})`), element('table', {},
    element('thead', {}, element('tr', {}, heads.map((head) => element('th', { scope: 'col' }, t(head))))),
    element('tbody', {}, lines.map((line) => element('tr', {},
      line.map((value) => element('td', {}, element('bdi', {}, cell(value))))))))];
}

/** A number with six digits at most: 32-bit floats have no more. */
function cell(value) {
  if (value === null) return '';
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : String(value);
}

function rows(title, list) {
  if (list.length === 0) return [];
  return [element('h3', {}, title), element('ul', {}, list.map((one) => element('li', {}, element('button', {
    type: 'button', class: 'plain', click: () => set('c', one.uri),
  }, element('bdi', {}, one.name)), ' ', element('small', { class: 'soft' }, one.why ?? one.channels))))];
}

async function showSimilar(uri) {
  const { list } = await ask('similar', new URLSearchParams({ uri }));
  if (shown === uri) by('similar')?.replaceChildren(...rows(t('Similar'), list));
}

/** Shows why it is in the list, part by part. */
async function showWhy(uri) {
  const wanted = listParameters();
  if (wanted.size === 0) return;
  wanted.set('uri', uri);
  const { truth } = await ask('why', wanted);
  const item = (one) => element('li', {}, one.true ? '✓ ' : '✗ ', element('bdi', {}, one.text),
    one.value === null ? null : element('small', { class: 'soft' }, ' ', element('bdi', {}, one.value)),
    one.parts.length ? element('ul', {}, one.parts.map(item)) : null);
  if (shown === uri) by('why')?.replaceChildren(element('h3', {}, t('Why it matches')), element('ul', {}, item(truth)));
}

/** Shows what `aucat lint` finds, once somebody opens it. */
function lint(it) {
  const found = element('div', { role: 'status' });
  return element('details', {
    async toggle(event) {
      if (!event.target.open || found.childNodes.length) return;
      found.textContent = t('Checking…');
      try {
        const { findings, plugins } = await ask('lint', new URLSearchParams({ uri: it.uri }));
        const own = findings.filter((one) => one.subject === it.uri || !plugins.includes(one.subject));
        found.replaceChildren(own.length ? element('ul', {}, own.map((one) => element('li', {},
          element('strong', {}, one.severity), ' ', element('bdi', {}, one.message)))) : t('Nothing.'));
      } catch (error) { found.textContent = error.message; }
    },
  }, element('summary', {}, t('Lint findings for its bundle')), found);
}
