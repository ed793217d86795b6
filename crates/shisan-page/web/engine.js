// The engine behind one interface: a query in, answers out, one by one. Over it are a server
// (engine-server.js) or a worker in this browser (engine-worker.js).

import { cellName } from './cells.js';
import { ServerEngine } from './engine-server.js';
import { WorkerEngine } from './engine-worker.js';

/** @typedef {import('./types.js').Query} Query */
/** @typedef {import('./types.js').Answer} Answer */
/** @typedef {import('./types.js').Rule} Rule */
/** @typedef {import('./types.js').Size} Size */

/**
 * @typedef {object} Engine
 * @property {(query: Query, options?: {signal?: AbortSignal}) => AsyncGenerator<Answer, void, void>} query
 *   The answers to one query about one position; the last one is final. An abort ends the search and
 *   throws an `AbortError`. Throws `EngineLost` when the engine cannot be reached.
 */

/** The engine of this page: the server that the token in its address belongs to, else a worker. */
export function connect() {
  const token = new URLSearchParams(location.search).get('token');
  return token === null ? new WorkerEngine() : new ServerEngine(token);
}

/**
 * The final answer to a query.
 * @param {Engine} engine @param {Query} query @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 * @throws {Error} when the answer is an error, in one line
 */
export async function ask(engine, query, signal) {
  for await (const answer of engine.query(query, { signal })) {
    if (answer.status === 'error') throw new Error(answer.error ?? 'the engine reports an error');
    if (answer.final) return answer;
  }
  throw new Error('the engine gave no answer');
}

/**
 * The part of a query that names a position.
 * @param {{rule: Rule, size: Size}} game @param {readonly number[]} moves
 * @returns {Query}
 */
export function positionQuery({ rule, size }, moves) {
  return {
    rule,
    size: [size.width, size.height],
    moves: moves.map((cell) => cellName(cell, size)),
  };
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';
