/** Sounds of a sweep: the outcome is audible without a look at the screen. */

/** Notes of each sound: frequency in Hz and duration in seconds. */
const SOUNDS = {
  found: [{ hertz: 1_320, seconds: 0.06 }],
  unexpected: [{ hertz: 220, seconds: 0.22 }],
  complete: [
    { hertz: 880, seconds: 0.12 },
    { hertz: 1_175, seconds: 0.12 },
    { hertz: 1_760, seconds: 0.2 },
  ],
};
/** A sound of a sweep. */
export type SweepSound = keyof typeof SOUNDS;

const VOLUME = 0.25;
/** Least distance between two sounds, seconds: hundreds of tags a second would be noise. */
const DISTANCE_SECONDS = 0.09;

let context: AudioContext | null = null;
let lastAt = -Infinity;

/** Makes sounds ready to be played: the first one takes some engines up to a second, in which nothing is drawn. */
export function prepareSounds(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  // Engines connect to the computer's sound with the first source.
  const silence = context.createConstantSource();
  silence.offset.value = 0;
  silence.connect(context.destination);
  silence.start();
  silence.stop(context.currentTime + 0.01);
}

/** Plays a sound. One that follows too closely on another is left out, except the last of a sweep. */
export function play(sound: SweepSound): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  let at = context.currentTime;
  if (sound !== 'complete' && at - lastAt < DISTANCE_SECONDS) return;
  lastAt = at;
  for (const { hertz, seconds } of SOUNDS[sound]) {
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    oscillator.frequency.value = hertz;
    volume.gain.setValueAtTime(VOLUME, at);
    // A tone that is cut off clicks.
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
    at += seconds;
  }
}
