// Elements made from text: nothing in a bundle is ever read as markup.

import { direction, language, texts } from './texts.js';

export const by = (id) => document.getElementById(id);

/** Creates an element with attributes, of which functions become listeners, and children that are elements or text. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (key === 'class') made.className = value;
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

export function show(node, isShown) { node.hidden = !isShown; }

/** A text of the page in the person's language, with values for {0}, {1}… */
export function t(text, ...values) {
  return (Object.hasOwn(texts, text) ? texts[text] : text).replace(/\{(\d)\}/g, (_, number) => values[number]);
}

/** Replaces the contents of a box. The focus moves to the element with the same `data-key`, or else to one nearby. */
export function replace(box, ...nodes) {
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  box.replaceChildren(...nodes);
  if (focused === undefined) return;
  const same = box.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  (same ?? box.querySelector('[data-key]') ?? by('list')).focus({ preventScroll: true });
}

/** Translates the texts of the page itself into the person's language. */
export function translate() {
  [document.documentElement.lang, document.dir] = [language, direction];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    if (Object.hasOwn(texts, text)) walker.currentNode.data = walker.currentNode.data.replace(text, () => texts[text]);
  }
  for (const name of ['aria-label', 'placeholder']) {
    for (const node of document.querySelectorAll(`[${name}]`)) node.setAttribute(name, t(node.getAttribute(name)));
  }
}

/** Announces something to screen readers, unless more follows within a moment. */
let saying;
export function say(text, after = 500) {
  clearTimeout(saying);
  saying = setTimeout(() => { by('said').textContent = text; }, after);
}
