// The list: rows are requested and drawn as they come into view, or a page at a time.

import { by, element, show, say, t } from './dom.js';
import { ask } from './wire.js';
import { listParameters, state, set } from './state.js';

const part = 100;
const pageSize = 50;

/**
 * The rows of one search, in parts, as far as they have arrived; and the answers that were requested. What is near follows what
 * matches; there is only any if both fit into the first part.
 */
class Rows {
  constructor(parameters) {
    this.parameters = parameters;
    this.parts = new Map();
    this.answers = new Map();
    /** The number of rows that match, and that of all. */
    this.matching = 0;
    this.count = 0;
  }

  get hasNear() { return this.count > this.matching; }

  at(index) { return this.parts.get(Math.floor(index / part))?.[index % part]; }

  /** @returns a promise of the part's answer, which is requested once. */
  read(number, signal) {
    if (!this.answers.has(number)) this.answers.set(number, this.request(number, signal));
    return this.answers.get(number);
  }

  async request(number, signal) {
    const wanted = new URLSearchParams(this.parameters);
    wanted.set('from', number * part);
    wanted.set('count', part);
    try {
      const answer = await ask('search', wanted, signal);
      const near = answer.near ?? [];
      if (answer.list) this.parts.set(number, number === 0 ? [...answer.list, ...near] : answer.list);
      this.matching = answer.rows ?? 0;
      this.count = this.matching + near.length;
      return answer;
    } catch (error) {
      this.answers.delete(number);
      throw error;
    }
  }
}

export class List {
  /**
   * @param shown is called with the answer to a search.
   * @param acted is called with a key that was pressed in the list; returns whether the key has an action.
   */
  constructor({ shown, acted, failed }) {
    Object.assign(this, { shown, acted, failed });
    this.box = by('list');
    this.space = element('div', { class: 'space', role: 'presentation' });
    this.box.append(this.space);
    this.rows = new Rows(new URLSearchParams());
    this.active = 0;
    this.anchor = 0;
    /** The rows of the selected components as they were when selected, by URI. */
    this.selected = new Map();
    this.drawn = new Map();
    this.box.addEventListener('scroll', () => this.draw());
    this.box.addEventListener('keydown', (event) => this.key(event));
    this.box.addEventListener('click', (event) => this.click(event));
    by('previous').addEventListener('click', () => this.turn(-1));
    by('next').addEventListener('click', () => this.turn(1));
    new ResizeObserver(() => this.draw(true)).observe(this.box);
  }

  get view() { return state().get('view') ?? ''; }

  get lastPage() { return Math.max(1, Math.ceil(this.rows.count / pageSize)); }

  /** The page that is shown, from 1. The list may have fewer pages than the address assumes. */
  get page() { return Math.max(1, Math.min(this.lastPage, parseInt(state().get('page') ?? '1', 10) || 1)); }

  /** Searches as the address says. What was shown stays until the answer has arrived. */
  async search({ typing = false, keepsPlace = false } = {}) {
    this.asking?.abort();
    this.asking = new AbortController();
    const parameters = listParameters();
    if (typing) parameters.set('typing', '1');
    const rows = new Rows(parameters);
    const first = keepsPlace ? Math.floor(this.active / part) : 0;
    try {
      const answer = await rows.read(first, this.asking.signal);
      if (!answer.invalid) {
        const uri = this.current?.uri;
        this.rows = rows;
        if (!keepsPlace) { this.box.scrollTop = 0; this.active = 0; }
        this.active = Math.max(0, Math.min(this.active, rows.count - 1));
        if (keepsPlace && uri) {
          const place = (rows.parts.get(first) ?? []).findIndex((row) => row.uri === uri);
          if (place >= 0) this.active = first * part + place;
        }
        this.draw(true);
      }
      this.shown(answer);
    } catch (error) {
      if (error.name !== 'AbortError') this.failed(error);
    }
  }

  get current() { return this.rows.at(this.active); }

  /** The rows that an action applies to, by URI: the selected ones, else the active one. */
  get chosen() {
    if (this.selected.size > 0) return new Map(this.selected);
    return this.current ? new Map([[this.current.uri, this.current]]) : new Map();
  }

  // Drawing

  measure() {
    const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const width = this.box.clientWidth;
    const heading = this.rows.hasNear ? size * 2.25 : 0;
    if (this.view === 'grid') {
      const across = Math.max(1, Math.floor(width / (size * 15)));
      const tile = Math.floor(width / across) - 8;
      this.box.style.setProperty('--tile', `${size * 6}px`);
      this.box.style.setProperty('--tile-width', `${tile}px`);
      return { across, height: size * 6 + 8, width: tile + 8, heading };
    }
    return { across: 1, height: size * 2.25, width: 0, heading };
  }

  /** Where a row is. What is near begins on a line of its own, below its heading. */
  place(index, { across, height, width, heading }) {
    const isNear = index >= this.rows.matching;
    const first = isNear ? this.rows.matching : 0;
    const line = Math.ceil(first / across) + Math.floor((index - first) / across);
    return { x: ((index - first) % across) * width, y: line * height + (isNear ? heading : 0) };
  }

  draw(isNew = false) {
    this.box.dataset.view = this.view;
    const count = this.rows.count;
    this.box.setAttribute('aria-rowcount', count);
    if (isNew) { for (const row of this.drawn.values()) row.remove(); this.drawn.clear(); }
    const pages = this.view === 'pages';
    const shape = this.measure();
    this.shape = shape;
    const top = pages ? (this.page - 1) * pageSize : Math.max(0, Math.floor(this.box.scrollTop / shape.height) - 4) * shape.across;
    const seen = pages ? pageSize : (Math.ceil(this.box.clientHeight / shape.height) + 8) * shape.across;
    const end = Math.min(count, top + seen);
    this.space.style.height = pages || count === 0 ? '0' : `${this.place(count - 1, shape).y + shape.height}px`;
    for (const [index, row] of this.drawn) {
      if ((index < top || index >= end) && index !== this.active) { row.remove(); this.drawn.delete(index); }
    }
    for (let index = top; index < end; index += 1) this.drawRow(index, shape, pages);
    if (!pages && count > 0) this.drawRow(this.active, shape, pages);
    this.drawHeading(shape, pages);
    this.fetch(top, end);
    this.drawPager(pages);
    this.point();
  }

  drawRow(index, shape, pages) {
    if (this.drawn.has(index)) return;
    const data = this.rows.at(index);
    if (!data) return;
    const isSelected = this.selected.has(data.uri);
    const cell = (...children) => element('span', { role: 'gridcell', dir: 'auto' }, ...children);
    const row = element('div', {
      class: 'row', role: 'row', id: `row${index}`, 'aria-rowindex': index + 1, 'aria-selected': String(isSelected),
    },
      cell(element('input', {
        type: 'checkbox', tabindex: -1, 'aria-label': t('Select {0}', data.name), ...(isSelected ? { checked: true } : {}),
      })),
      cell(data.favorite ? element('span', { class: 'star', role: 'img', 'aria-label': t('favourite') }, '★ ') : null,
        element('bdi', {}, data.name),
        data.hidden ? element('span', { class: 'soft' }, ` ${t('(hidden)')}`) : null,
        data.variants ? element('span', { class: 'soft' }, ` +${data.variants}`) : null),
      cell(data.type), cell(element('bdi', {}, data.maker ?? '')), cell(element('bdi', { class: 'soft' }, data.channels)),
      cell(data.own.map((tag) => element('bdi', { class: 'tag own' }, tag)),
        data.tags.map((tag) => element('bdi', { class: 'tag' }, tag))));
    row.dataset.index = index;
    if (!pages) {
      const { x, y } = this.place(index, shape);
      row.style.transform = `translate(${(document.dir === 'rtl' ? -1 : 1) * x}px, ${y}px)`;
    }
    this.drawn.set(index, row);
    // In their order, for screen readers.
    const next = [...this.drawn.keys()].filter((other) => other > index).sort((a, b) => a - b)[0];
    this.box.insertBefore(row, next === undefined ? null : this.drawn.get(next));
  }

  /** Draws the heading above the first row that is only near, if there is one. */
  drawHeading(shape, pages) {
    this.heading?.remove();
    if (!this.rows.hasNear) return;
    this.heading = element('div', { class: 'heading', role: 'row' }, element('span', { role: 'gridcell' }, t('also near')));
    if (!pages) this.heading.style.transform = `translate(0, ${this.place(this.rows.matching, shape).y - shape.heading}px)`;
    this.box.insertBefore(this.heading, this.drawn.get(this.rows.matching) ?? null);
  }

  async fetch(top, end) {
    const rows = this.rows;
    for (let number = Math.floor(top / part); number * part < end; number += 1) {
      if (rows.answers.has(number)) continue;
      try {
        await rows.read(number);
        if (rows === this.rows) this.draw();
      } catch (error) { this.failed(error); }
    }
  }

  drawPager(pages) {
    show(by('pager'), pages);
    by('place').textContent = t('Page {0} of {1}', this.page, this.lastPage);
    // The attribute `disabled` would take the focus away.
    by('previous').setAttribute('aria-disabled', String(this.page === 1));
    by('next').setAttribute('aria-disabled', String(this.page === this.lastPage));
  }

  /** Moves forward by a number of pages. */
  turn(pages) {
    const to = this.page + pages;
    if (to < 1 || to > this.lastPage) return;
    this.active = (to - 1) * pageSize;
    set('page', String(to));
  }

  /** Marks the active row. */
  point() {
    this.box.querySelector('.active')?.classList.remove('active');
    const row = this.drawn.get(this.active);
    row?.classList.add('active');
    if (row) this.box.setAttribute('aria-activedescendant', row.id);
    else this.box.removeAttribute('aria-activedescendant');
  }

  // Moving

  move(to, { extends: isExtending = false } = {}) {
    const target = Math.max(0, Math.min(this.rows.count - 1, to));
    if (target < 0) return;
    this.active = target;
    if (this.view === 'pages') {
      const page = Math.floor(target / pageSize) + 1;
      if (page !== this.page) set('page', String(page), { continues: true });
    } else {
      const { across, height } = this.shape;
      const place = Math.floor(target / across) * height;
      if (place < this.box.scrollTop) this.box.scrollTop = place;
      if (place + height > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = place + height - this.box.clientHeight;
    }
    if (isExtending) this.selectRange(this.anchor, target); else this.anchor = target;
    this.draw();
    this.drawn.get(target)?.scrollIntoView({ block: 'nearest' });
  }

  key(event) {
    if (event.altKey) return;
    const command = event.ctrlKey || event.metaKey;
    const across = this.shape?.across ?? 1;
    const forward = document.dir === 'rtl' ? -1 : 1;
    const steps = {
      ArrowDown: across, ArrowUp: -across, PageDown: 10 * across, PageUp: -10 * across, Home: -Infinity, End: Infinity,
      ...(across > 1 ? { ArrowRight: forward, ArrowLeft: -forward } : {}),
    };
    if (event.key in steps) {
      this.move(this.active + steps[event.key], { extends: event.shiftKey });
    } else if (event.key === ' ') {
      this.toggle(this.active);
    } else if (command && event.key === 'a') {
      if (this.rows.matching > 0) this.selectRange(0, this.rows.matching - 1);
    } else if (event.key === 'Enter' && this.current) {
      set('c', this.current.uri);
    } else if (!command && this.acted(event.key)) {
      // `acted` has performed the key's action.
    } else return;
    event.preventDefault();
  }

  click(event) {
    const row = event.target.closest('.row');
    if (!row) return;
    const index = Number(row.dataset.index);
    if (event.shiftKey) this.selectRange(this.anchor, index);
    else if (event.ctrlKey || event.metaKey || event.target.matches('input')) this.toggle(index);
    else { this.active = index; this.anchor = index; set('c', this.rows.at(index).uri); }
    this.active = index;
    this.draw(true);
    this.box.focus({ preventScroll: true });
  }

  // Selecting

  toggle(index) {
    const row = this.rows.at(index);
    if (!row) return;
    if (!this.selected.delete(row.uri)) this.selected.set(row.uri, row);
    this.anchor = index;
    this.noteSelection();
  }

  /** Selects the rows between two, including those that have not arrived yet. */
  async selectRange(from, to) {
    const rows = this.rows;
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    try {
      for (let number = Math.floor(first / part); number * part <= last; number += 1) await rows.read(number);
    } catch (error) { return this.failed(error); }
    for (let index = first; index <= last; index += 1) {
      const row = rows.at(index);
      if (row) this.selected.set(row.uri, row);
    }
    return this.noteSelection();
  }

  clear() { this.selected.clear(); this.noteSelection(); }

  noteSelection() {
    const count = this.selected.size;
    show(by('selection'), count > 0);
    by('selected').textContent = t('{0} selected', count);
    say(count ? t('{0} selected', count) : t('nothing selected'), 300);
    this.draw(true);
  }
}
