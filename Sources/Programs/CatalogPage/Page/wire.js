// Requests to the server. The token is in the storage of this origin, which includes the port.

const place = 'aucat-token';
const header = 'x-aucat-token';

export class Refused extends Error {
  constructor(status, message) { super(message); this.status = status; }
}

/** Exchanges the ticket of the address, if there is one, for the token. */
export async function enter() {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket');
  if (!ticket) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const answer = await fetch('/api/session', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ticket }),
  });
  if (answer.ok) localStorage.setItem(place, (await answer.json()).token);
}

function headers(more = {}) { return { [header]: localStorage.getItem(place) ?? '', ...more }; }

async function answered(answer) {
  const object = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, object.error?.message ?? `HTTP ${answer.status}`);
  return object;
}

/** Sends a request that only reads. */
export async function ask(path, parameters = '', signal = undefined) {
  return answered(await fetch(`/api/${path}?${parameters}`, { headers: headers(), signal }));
}

/** Sends a request that writes. */
export async function tell(path, object) {
  return answered(await fetch(`/api/${path}`, {
    method: 'POST', headers: headers({ 'content-type': 'application/json' }), body: JSON.stringify(object),
  }));
}

/** Requests sound: its samples, one channel after the other, and what is known about it. A body makes it a request
 * that writes. */
export async function hear(path, parameters, body = undefined, signal = undefined) {
  const answer = await fetch(`/api/${path}?${new URLSearchParams(parameters ?? '')}`, {
    signal, headers: headers(body ? { 'content-type': 'application/json' } : {}),
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) await answered(answer);
  const number = (name) => { const text = answer.headers.get(`x-aucat-${name}`); return text ? Number(text) : null; };
  return {
    samples: new Float32Array(await answer.arrayBuffer()), channels: number('channels'), rate: number('rate'),
    latency: number('latency'), loudness: number('loudness'),
  };
}

/** Sends a file, and returns the name under which it can be heard. */
export async function send(file) {
  return answered(await fetch('/api/sound', {
    method: 'POST', headers: headers({ 'content-type': 'application/octet-stream' }), body: file,
  }));
}

const rest = (milliseconds) => new Promise((resolve) => {
  const timer = setTimeout(done, milliseconds);
  function done() { clearTimeout(timer); document.removeEventListener('visibilitychange', done); resolve(); }
  document.addEventListener('visibilitychange', done);
});

/**
 * Follows what any process changes, without end: a tab that has slept, or that gave way to others, reconnects.
 *
 * @param connected takes the status of each attempt; 0 if there is no answer.
 */
export async function follow({ changed, connected }) {
  for (let pause = 500; ;) {
    try {
      const answer = await fetch(`/api/events?front=${document.hidden ? 0 : 1}`, { headers: headers() });
      connected(answer.status);
      if (!answer.ok) throw new Refused(answer.status, '');
      pause = 500;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const lines = (text + value).split('\n');
        text = lines.pop();
        for (const line of lines) {
          const object = line ? JSON.parse(line) : {};
          if (object.parked) throw new Refused(429, '');
          if (object.changed) changed(object);
        }
      }
    } catch (error) {
      if (error instanceof Refused) pause = error.status === 401 ? 5000 : 30000;
      else connected(0);
    }
    await rest(pause);
    pause = Math.min(pause * 2, 30000);
  }
}

/** Calls `act` when another tab has received the token of a new start. */
export function whenTokenChanges(act) {
  addEventListener('storage', (event) => { if (event.key === place) act(); });
}
