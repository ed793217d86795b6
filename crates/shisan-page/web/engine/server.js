// The engine in a server: a query is a request, its answers are lines of the response. Closing the
// request ends the search.

import { message } from '../messages.js';
import { EngineLost } from './engine.js';

/** @typedef {import('./types.js').Query} Query */
/** @typedef {import('./types.js').Answer} Answer */

export class ServerEngine {
  #address;

  /** @param {string} token */
  constructor(token) {
    this.#address = `./analyze?token=${encodeURIComponent(token)}`;
  }

  /**
   * @param {Query} query @param {{signal?: AbortSignal}} [options]
   * @returns {AsyncGenerator<Answer, void, void>}
   */
  async *query(query, { signal } = {}) {
    const body = JSON.stringify(query);
    const response = await reach(fetch(this.#address, { method: 'POST', body, signal }), signal);
    if (response.status === 401 || response.status === 403) throw new EngineLost(message('engine.stale'));
    if (!response.ok || !response.body) throw new EngineLost(`${message('engine.lost')} (${response.status})`);
    let final = false;
    for await (const line of lines(response.body, signal)) {
      /** @type {Answer} */
      const answer = JSON.parse(line);
      final ||= answer.final;
      yield answer;
    }
    if (!final) throw new EngineLost(message('engine.lost'));
  }
}

/**
 * The lines of a stream; blank ones, which only keep it alive, are left out, and one without an end, which a server
 * leaves that dies.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {AbortSignal} [signal]
 */
async function* lines(stream, signal) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reach(reader.read(), signal);
      const parts = (rest + (value ?? '')).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) if (part.trim()) yield part;
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Waits for the server; what fails without an abort means that it is gone.
 * @template T
 * @param {Promise<T>} promise @param {AbortSignal} [signal]
 */
async function reach(promise, signal) {
  try {
    return await promise;
  } catch (error) {
    if (signal?.aborted) throw new DOMException('stopped', 'AbortError');
    throw new EngineLost(message('engine.lost'), { cause: error });
  }
}
