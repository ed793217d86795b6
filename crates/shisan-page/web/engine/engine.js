// The engine behind one interface: a query in, answers out, one by one. It is a server (server.js) or runs
// in this browser (browser.js).

import { message } from '../messages.js';

/** @typedef {import('./types.js').Query} Query */
/** @typedef {import('./types.js').Answer} Answer */
/** @typedef {import('./types.js').Report} Report */

/**
 * @typedef {object} Engine
 * @property {(query: Query, options?: {signal?: AbortSignal}) => AsyncGenerator<Answer, void, void>} query
 *   The answers to one query about one position; the last one is final. An abort ends the search and
 *   throws an `AbortError`. Throws `EngineLost` when the engine cannot be reached.
 */

/** The engine cannot be reached: the message says why and what helps. */
export class EngineLost extends Error {
  name = 'EngineLost';
}

/** The priority of queries about whole games: they wait for all others. */
export const BACKGROUND = -1;

/**
 * The answers to a query, progress too.
 * @param {Engine} engine @param {Query} query @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Exclude<Answer, {status: 'error'}>, void, void>}
 * @throws {Error} when an answer is an error, in one line
 */
export async function* answers(engine, query, signal) {
  for await (const answer of engine.query(query, { signal })) {
    if (answer.status === 'error') throw new Error(answer.error);
    yield answer;
  }
}

/**
 * The final answer to a query.
 * @param {Engine} engine @param {Query} query @param {AbortSignal} [signal]
 * @throws {Error} when it is an error, in one line
 */
export async function ask(engine, query, signal) {
  for await (const answer of answers(engine, query, signal)) {
    if (answer.final) return answer;
  }
  throw new Error(message('engine.no-answer'));
}

/**
 * The final report about a position, or nothing where the game is over.
 * @param {Engine} engine @param {Query} query @param {AbortSignal} [signal]
 * @returns {Promise<Partial<Report>>}
 * @throws {Error} as `ask`
 */
export async function report(engine, query, signal) {
  const answer = await ask(engine, query, signal);
  return answer.status === 'ok' ? answer : {};
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';
