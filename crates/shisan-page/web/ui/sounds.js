// The sound of a stone, for those who ask for it: a short burst of noise, as of wood.

/** How long it can be heard, in seconds, and how fast it fades. */
const LENGTH = 0.08;
const FADE = 0.012;
/** The pitch of the board, in hertz. */
const PITCH = 1400;

/** Lets each stone that is put be heard, while the settings say so. @param {import('./app.js').App} app */
export function soundStones({ game, settings }) {
  /** Browsers let a page be heard once its user has done something there. @type {AudioContext | null} */
  let context = null;
  let before = game.stones.size;

  game.addEventListener('change', () => {
    const { size } = game.stones;
    if (size === before + 1 && settings.values.sound === 'on') knock((context ??= new AudioContext()));
    before = size;
  });
}

/** @param {AudioContext} context */
function knock(context) {
  const { sampleRate, currentTime } = context;
  const noise = context.createBuffer(1, Math.ceil(LENGTH * sampleRate), sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (2 * Math.random() - 1) * Math.exp(-i / (FADE * sampleRate));
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  source.connect(new BiquadFilterNode(context, { type: 'bandpass', frequency: PITCH, Q: 1.5 })).connect(context.destination);
  source.start(currentTime);
}
