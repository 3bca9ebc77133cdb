/** Sounds of a sweep: the outcome of a read is audible without a look at the screen. */

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
/** Least interval between two sounds in seconds: hundreds of tags per second would be noise. */
const DISTANCE_SECONDS = 0.09;

let context: AudioContext | null = null;
let lastAt = -Infinity;

/** Prepares the playing of sounds: some browsers block rendering for up to a second at the first sound. */
export function prepareSounds(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  // Browsers open the audio device with the first source.
  const silence = context.createConstantSource();
  silence.offset.value = 0;
  silence.connect(context.destination);
  silence.start();
  silence.stop(context.currentTime + 0.01);
}

/** Plays a sound. A sound that follows another too closely is skipped, except the last one of a sweep. */
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
    // A tone that stops abruptly makes a click.
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
    at += seconds;
  }
}
