/** The engine cannot be reached: the message says why and what helps. */
export class EngineLost extends Error {
  name = 'EngineLost';
}
