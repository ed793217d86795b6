// What the report holds: JSON that the match runner writes into the page.

import { parsePos, parseSize } from '../web/game/cells.js';

/** @typedef {import('../web/game/cells.js').Size} Size */
/**
 * @typedef {{rank: number, name: string, elo: number, elo_error: number, los: number | null, opponents_elo: number,
 *   games: number, wins: number, losses: number, draws: number, points: number, score: number}} Player
 */
/** @typedef {{bounded: boolean, anchor: string | null, players: Player[]}} Group */
/** @typedef {{games: number, skipped_games: number, groups: Group[], changed_engines: string[], prior: number}} Ratings */
/**
 * @typedef {{name: string, crashes: number, timeouts: number, illegal_moves: number, fouls: number, late_moves: number,
 *   stray_lines: number, last_error: string | null, latest_ms: number | null, memory_mib: number | null, moves: number,
 *   mean_ms: number | null, p99_ms: number | null, max_ms: number | null, mean_depth: number | null,
 *   mean_nodes: number | null, nodes_per_second: number | null}} Engine
 */
/** Wins, draws and losses of the first of two players, and pairs won, split and lost. @typedef {{players: [number, number], games: number[], pairs: number[]}} Encounter */
/** Games that Black won, draws, and games that White won. @typedef {{moves: string, size: string, games: number[], pairs: number, split: number}} Opening */
/**
 * @typedef {{version: string, machine: string, programs: (string | null)[], files?: Record<string, string>[],
 *   config: {engines: Settings[], tournament: string, game: {rule: string, size: string, [key: string]: unknown}, games: number,
 *     openings: {name: string}, sprt: unknown, shard: string}}} Header
 */
/**
 * @typedef {{name: string, command: string, time: {turn: Time | null, game: Time | null, increment: Time},
 *   limits: {nodes: number | null, depth: number | null, threads: number | null, memory: number, options: [string, string][]}}} Settings
 */
/** @typedef {{secs: number, nanos: number}} Time */
/** @typedef {{files: string[], size: string, header: Header | null, seed: string | null, machines: string[]}} Match */
/**
 * Match, number, Black, White, winner (`b`, `w` or nothing), ending, opening, stones of the opening, moves, times,
 * scores, depths, fault.
 * @typedef {[number, number, number, number, string, number, number | null, number, string, string, string, string, string]} Row
 */
/**
 * @typedef {{version: string, command: string, ratings: Ratings, engines: Engine[], encounters: Encounter[],
 *   openings: Opening[], matches: Match[], endings: string[], games: Row[]}} Report
 */
/** A move with what its engine said of it. @typedef {{cell: number, time?: string, score?: string, depth?: string}} Move */

/** @param {string} text @returns {Report} */
export const read = (text) => JSON.parse(text);

/** @param {Row} row */
export const resultOf = (row) => (row[4] === 'b' ? '1–0' : row[4] === 'w' ? '0–1' : '½–½');

/** The kind of an ending: its code without the figure. @param {string} code */
export const kindOf = (code) => code.split(':')[0] || 'not recorded';

/** The number of a game, after that of its match where there are several. @param {Report} report @param {Row} row */
export const numberOf = (report, row) => (report.matches.length > 1 ? `${row[0] + 1}.${row[1]}` : String(row[1]));

/** @param {Row} row */
export const stonesOf = (row) => row[8].match(/\d+/g)?.length ?? 0;

/** @param {Report} report @param {Row} row @returns {Size} */
export const sizeOf = (report, row) => parseSize(report.matches[row[0]].size) ?? { width: 15, height: 15 };

/** The moves of a game. @param {Row} row @param {Size} size @returns {Move[]} */
export function movesOf(row, size) {
  const [times, scores, depths] = [row[9], row[10], row[11]].map((text) => (text ? text.split(' ') : []));
  const known = (/** @type {string[]} */ values, /** @type {number} */ index) => (values[index] === '-' ? undefined : values[index]);
  return parsePos(row[8], size).map((cell, index) => {
    const place = index - row[7];
    return { cell, time: known(times, place), score: known(scores, place), depth: known(depths, place) };
  });
}

/** @param {Time} time */
export const seconds = ({ secs, nanos }) => secs + nanos / 1e9;

/** A time of so many milliseconds for people. @param {number} ms */
export function timeText(ms) {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
