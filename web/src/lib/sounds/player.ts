// Makes sounds heard: one at a time, softly, only when a finger or a key has allowed it, and asleep while there is none.
import { lengthOf, type Band, type Part, type Sound } from "./sound";

const SOON = 0.02; // seconds until a sound begins: it is made by then
const BURST = 0.09; // nobody hears two that begin so close to each other
const HURRIED = 0.55; // how loud who interrupts another may be
const FADE = 0.03;
const REST = 2000; // milliseconds of silence until the device may sleep
const NOTHING = 0.0001; // as loud as nothing, where 0 itself cannot be

function glide(of: AudioParam, through: readonly number[], at: number, long: number): void {
  if (through.length < 2) of.setValueAtTime(through[0] ?? 0, at);
  else of.setValueCurveAtTime(Float32Array.from(through), at, long);
}

/** A second of noise, the same each time. */
function noise(context: BaseAudioContext): AudioBuffer {
  const made = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = made.getChannelData(0);
  let now = 1;
  for (let i = 0; i < samples.length; i++) {
    now = (Math.imul(now, 1664525) + 1013904223) | 0;
    samples[i] = now / 2 ** 31;
  }
  return made;
}
const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

function source(context: BaseAudioContext, { wave, pitch, long }: Part, at: number): AudioScheduledSourceNode {
  if (wave === "noise") {
    const made = context.createBufferSource();
    let buffer = noises.get(context);
    if (!buffer) noises.set(context, (buffer = noise(context)));
    made.buffer = buffer;
    made.loop = true;
    return made;
  }
  const made = context.createOscillator();
  made.type = wave;
  glide(made.frequency, pitch, at, long);
  return made;
}

function filter(context: BaseAudioContext, { kind, at: through, q }: Band, at: number, long: number): BiquadFilterNode {
  const made = context.createBiquadFilter();
  made.type = kind;
  made.Q.value = q;
  glide(made.frequency, through, at, long);
  return made;
}

/** Everything that a part needs, to be heard from `begin`; all of it is let go when it has ended. */
function build(context: BaseAudioContext, part: Part, out: AudioNode, begin: number, ended: () => void): void {
  const { loud, long, swell, held, bands } = part;
  const at = begin + part.at;
  const end = at + long;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + swell);
  if (held) {
    volume.gain.setValueAtTime(loud, at + Math.max(swell, long * 0.6));
    volume.gain.linearRampToValueAtTime(0, end);
  } else volume.gain.exponentialRampToValueAtTime(NOTHING, end);
  const from = source(context, part, at);
  const nodes: AudioNode[] = [from, volume];
  if (!bands.length) from.connect(volume);
  for (const band of bands) {
    const through = filter(context, band, at, long);
    const share = context.createGain();
    share.gain.value = band.loud ?? 1;
    from.connect(through).connect(share).connect(volume);
    nodes.push(through, share);
  }
  volume.connect(out);
  from.onended = () => {
    for (const each of nodes) each.disconnect();
    ended();
  };
  from.start(at);
  from.stop(end);
}

/** The whole of it, and what fades it before its time. */
export function perform(
  context: BaseAudioContext,
  sound: Sound,
  begin: number,
  loud: number,
  ended: () => void = () => {},
): GainNode {
  const out = context.createGain();
  out.gain.setValueAtTime(loud, begin);
  out.connect(context.destination);
  let left = sound.length;
  for (const part of sound) {
    build(context, part, out, begin, () => {
      if (--left > 0) return;
      out.disconnect();
      ended();
    });
  }
  return out;
}

export class Player {
  private context: AudioContext | null = null;
  private now: { out: GainNode; begin: number; end: number } | null = null;
  /** What we wish; the device follows a little later. */
  private awake = false;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly make: () => AudioContext = () => new AudioContext()) {}

  /** To be called while a finger or a key is heard: only then browsers let a page make sounds. */
  allow(): void {
    if (this.awake && this.context?.state === "running") return;
    this.context ??= this.make();
    this.wake(this.context);
    this.rest();
  }

  play(sound: Sound): void {
    const { context, now } = this;
    if (!context || !sound.length) return;
    const begin = context.currentTime + SOON;
    if (now && begin - now.begin < BURST) return;
    const hurried = now !== null && now.end > begin;
    if (hurried) now.out.gain.setTargetAtTime(0, begin, FADE);
    clearTimeout(this.resting);
    this.wake(context);
    const made = { begin, end: begin + lengthOf(sound) };
    const mine = { ...made, out: perform(context, sound, begin, hurried ? HURRIED : 1, () => this.ended(mine)) };
    this.now = mine;
  }

  /** Nothing more of it, at once. */
  stop(): void {
    this.now?.out.disconnect();
    this.now = null;
    clearTimeout(this.resting);
    this.awake = false;
    void this.context?.suspend().catch(ignore);
  }

  private wake(context: AudioContext): void {
    if (this.awake && context.state === "running") return;
    this.awake = true;
    void context.resume().catch(ignore);
  }

  private ended(which: object): void {
    if (this.now !== which) return;
    this.now = null;
    this.rest();
  }

  /** An open device costs battery, even when it is silent. */
  private rest(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.stop(), REST);
  }
}

/** Whoever refuses us sound, refuses no game. */
function ignore(): void {}
