// A component, heard with a sound: dry and wet run side by side, equally loud, so that a switch between them has no
// gap.

import { element, show, say, t } from './dom.js';
import { hear, send, tell } from './wire.js';
import { asked } from './actions.js';

const names = { drums: t('Drum loop'), string: t('Plucked string'), voice: t('Voice'), noise: t('Pink noise') };
// A switch takes this long, in seconds: too short to be heard as a fade, too long to click.
const ramp = 0.02;
const mostGain = 20;
const mostBytes = 64 * 2 ** 20;

let context;
let playing = null;
/** Aborts the last request for sound when it is no longer wanted. */
let asking = new AbortController();
const sounds = new Map();
let chosenSound = 'drums';
let isDry = false;

function play(buffers, { at = 0 } = {}) {
  context ??= new AudioContext();
  context.resume();
  const start = context.currentTime + 0.01;
  const before = playing;
  const voice = { start: start - at, parts: {}, length: Math.max(...Object.values(buffers).map((one) => one.audio.duration)) };
  const loudest = Math.min(...Object.values(buffers).map((one) => one.loudness ?? -20));
  for (const [name, buffer] of Object.entries(buffers)) {
    const source = new AudioBufferSourceNode(context, { buffer: buffer.audio, loop: true, loopEnd: voice.length });
    const decibels = Math.max(-mostGain, Math.min(0, loudest - (buffer.loudness ?? loudest)));
    const level = 10 ** (decibels / 20);
    const gain = new GainNode(context, { gain: 0 });
    source.connect(gain).connect(context.destination);
    source.start(start, at % buffer.audio.duration);
    voice.parts[name] = { source, gain, level };
  }
  playing = voice;
  turn();
  if (before) stop(before, start);
  return voice;
}

/** Makes the chosen one, dry or wet, audible. */
function turn() {
  if (!playing) return;
  const now = context.currentTime;
  for (const [name, part] of Object.entries(playing.parts)) {
    const isHeard = Object.keys(playing.parts).length === 1 || (name === 'dry') === isDry;
    part.gain.gain.cancelScheduledValues(now);
    part.gain.gain.setTargetAtTime(isHeard ? part.level : 0, now, ramp / 4);
  }
}

function stop(voice, at = context.currentTime) {
  for (const { source, gain } of Object.values(voice.parts)) {
    gain.gain.cancelScheduledValues(at);
    gain.gain.setTargetAtTime(0, at, ramp / 4);
    source.stop(at + ramp * 2);
  }
}

/** Replaces the last request. @returns the signal of the new one. */
function askAnew() {
  asking.abort();
  asking = new AbortController();
  return asking.signal;
}

export function silence() {
  asking.abort();
  if (playing) stop(playing);
  playing = null;
}

/** Copies what the server sends, one channel after the other, to a buffer. */
function buffer({ samples, channels, rate, loudness, latency }) {
  const frames = samples.length / Math.max(1, channels);
  const audio = new AudioBuffer({ numberOfChannels: Math.min(channels, 2), length: Math.max(1, frames), sampleRate: rate });
  for (let index = 0; index < audio.numberOfChannels; index += 1) {
    audio.copyToChannel(samples.subarray(index * frames, (index + 1) * frames), index);
  }
  return { audio, loudness, latency, channels };
}

function draw(canvas, shown) {
  const scale = devicePixelRatio;
  [canvas.width, canvas.height] = [canvas.clientWidth * scale, canvas.clientHeight * scale];
  const pen = canvas.getContext('2d');
  pen.fillStyle = getComputedStyle(canvas).color;
  const samples = shown.audio.getChannelData(0);
  const step = samples.length / canvas.width;
  for (let x = 0; x < canvas.width; x += 1) {
    let [low, high] = [0, 0];
    for (let index = Math.floor(x * step); index < (x + 1) * step; index += 1) {
      low = Math.min(low, samples[index]);
      high = Math.max(high, samples[index]);
    }
    const middle = canvas.height / 2;
    pen.fillRect(x, middle - high * middle, 1, Math.max(1, (high - low) * middle));
  }
}

/** Left-to-right in any surroundings: otherwise a minus sign would move. */
const loudness = (shown) => `\u2066${shown.loudness.toFixed(1)} LUFS\u2069`;

/** The part of a component's description that plays it. */
export function hearing(it) {
  if (it.audioOutputs === 0) return [];
  const takesSound = it.audioInputs > 0;
  const controls = {};
  let preset = null;
  const said = element('p', { class: 'soft', role: 'status' });
  const before = element('canvas', { class: 'wave', role: 'img', 'aria-label': t('The sound before') });
  const after = element('canvas', { class: 'wave', role: 'img', 'aria-label': t('The sound after') });
  show(before, false);
  show(after, false);

  async function take(file) {
    if (!file) return;
    const signal = askAnew();
    said.textContent = '';
    try {
      if (file.size > mostBytes) throw new Error(t('A file can be up to 64 MiB.'));
      const { name } = await send(file);
      names[name] = file.name;
      choice?.append(element('option', { value: name }, file.name));
      if (signal.aborted) return;
      chosenSound = name;
      if (choice) choice.value = name;
      listen();
    } catch (error) { said.textContent = error.message; }
  }

  async function listen({ moves = false } = {}) {
    const signal = askAnew();
    const sound = chosenSound;
    said.textContent = t('rendering…');
    const start = performance.now();
    try {
      const [dry, wet] = await Promise.all([
        takesSound ? sounds.get(sound) ?? hear('sound', { name: sound }).then(buffer) : null,
        hear('audition', null, { ...stage(), sound }, signal).then(buffer),
      ]);
      if (dry) sounds.set(sound, dry);
      signal.throwIfAborted();
      const at = moves && playing ? (context.currentTime - playing.start) % playing.length : 0;
      play({ ...(dry ? { dry } : {}), wet }, { at: Math.max(0, at) });
      const took = Math.round(performance.now() - start);
      performance.measure('audition', { start });
      said.textContent = wet.loudness === null ? t('The output is silent.') : [
        t('{0} ms', took), loudness(wet), dry?.loudness ? t('before: {0}', loudness(dry)) : null, dry ? t('played at equal loudness') : null,
      ].filter(Boolean).join('; ');
      if (dry) { show(before, true); draw(before, dry); }
      show(after, true);
      draw(after, wet);
    } catch (error) {
      if (signal.aborted) {
        if (signal === asking.signal) said.textContent = '';
        return;
      }
      silence();
      said.textContent = error.message;
      say(error.message, 0);
    }
  }

  const stage = () => ({ uri: it.uri, ...(preset ? { preset } : {}), controls });

  /** Saves what is heard as a chain, in the folder of the person's data. */
  async function keep() {
    try {
      await asked(t('Save as a chain'), async (name) => {
        said.textContent = t('Saved: {0}', (await tell('chain', { ...stage(), name })).path);
      });
    } catch (error) { said.textContent = error.message; }
  }

  async function download() {
    try {
      const { text } = await tell('chain', stage());
      const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
      element('a', { href, download: `${it.name}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(href), 10_000);
    } catch (error) { said.textContent = error.message; }
  }

  let resting;
  const changed = () => { clearTimeout(resting); resting = setTimeout(() => { if (playing) listen({ moves: true }); }, 120); };
  const sliders = it.portList.filter((port) => port.kind === 'control' && port.direction === 'input'
    && port.minimum !== null && port.maximum !== null && port.maximum > port.minimum);
  const choice = takesSound ? element('select', {
    change: (event) => { chosenSound = event.target.value; if (playing) listen(); },
  }, Object.entries(names).map(([name, title]) => element('option', { value: name, selected: name === chosenSound }, title))) : null;
  const file = element('input', { type: 'file', accept: 'audio/*', change: (event) => take(event.target.files[0]) });
  return [
    element('h3', {}, t('Hear')),
    element('p', { class: 'controls' },
      takesSound ? element('label', {}, `${t('Sound')} `, choice) : null,
      element('button', { type: 'button', class: 'main', id: 'hear', click: () => listen() }, t('Hear')),
      element('button', { type: 'button', click: silence }, t('Stop')),
      takesSound ? element('label', {}, element('input', {
        type: 'checkbox', checked: isDry, change: (event) => { isDry = event.target.checked; turn(); },
      }), ` ${t('bypass')}`) : null),
    takesSound ? element('details', {}, element('summary', {}, t('A sound of your own')), element('label', {
      class: 'drop', dragover: (event) => event.preventDefault(),
      drop: (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); },
    }, `${t('Choose a file, or drop it here:')} `, file)) : null,
    it.presetList.length ? element('p', {}, element('label', {}, `${t('Preset')} `, element('select', {
      change: (event) => { preset = event.target.value || null; changed(); },
    }, element('option', { value: '' }, t('defaults')), it.presetList.map((one) => element('option', { value: one.uri }, one.name))))) : null,
    said, before, after,
    sliders.length ? element('details', {}, element('summary', {}, t('Controls')), element('div', { class: 'sliders' },
      sliders.map((port) => slider(port, (value) => { controls[port.symbol] = value; changed(); })))) : null,
    element('p', {}, element('button', { type: 'button', class: 'plain', click: keep }, t('Save as a chain…')), ' ',
      element('button', { type: 'button', class: 'plain', click: download }, t('Download the chain'))),
  ].filter(Boolean);
}

function slider(port, moved) {
  const isSwitch = port.properties.some((one) => one.endsWith('#toggled') || one === 'toggled');
  const isWhole = port.properties.some((one) => one.endsWith('#integer') || one === 'integer');
  const shown = element('output', { class: 'soft' }, String(port.default ?? ''));
  if (port.scalePoints.length && (isWhole || port.properties.some((one) => /enumeration$/.test(one)))) {
    return element('label', {}, element('bdi', {}, port.name), element('select', { change: (event) => moved(Number(event.target.value)) },
      port.scalePoints.map((one) => element('option', { value: one.value, selected: one.value === port.default }, one.label))));
  }
  const field = element('input', isSwitch ? {
    type: 'checkbox', checked: (port.default ?? 0) > 0, change: () => moved(field.checked ? 1 : 0),
  } : {
    type: 'range', min: port.minimum, max: port.maximum, step: isWhole ? 1 : 'any', value: port.default ?? port.minimum,
    input: () => { shown.textContent = String(Number(Number(field.value).toPrecision(4))); moved(Number(field.value)); },
  });
  return element('label', {}, element('bdi', {}, port.name), field, isSwitch ? null : shown);
}
