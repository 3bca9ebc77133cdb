import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A sound output that records its notes. */
class Output {
  static all: Output[] = [];
  currentTime = 10;
  state: 'running' | 'suspended' = 'running';
  destination = {};
  resumed = 0;
  notes: { hertz: number; from: number; to: number; volume: number[] }[] = [];
  silences: number[] = [];
  constructor() {
    Output.all.push(this);
  }
  async resume(): Promise<void> {
    this.resumed += 1;
  }
  createConstantSource() {
    return {
      offset: { value: 1 },
      connect: () => undefined,
      start: () => undefined,
      stop: (at: number) => this.silences.push(at),
    };
  }
  createGain() {
    const volume: number[] = [];
    return {
      volume,
      gain: {
        setValueAtTime: (value: number, at: number) => void volume.push(value, at),
        exponentialRampToValueAtTime: (value: number, at: number) => void volume.push(value, at),
      },
      connect: () => undefined,
    };
  }
  createOscillator() {
    const note = { hertz: 0, from: 0, to: 0, volume: [] as number[] };
    return {
      frequency: {
        set value(hertz: number) {
          note.hertz = hertz;
        },
      },
      connect: (gain: { volume: number[] }) => {
        note.volume = gain.volume;
        return gain;
      },
      start: (at: number) => (note.from = at),
      stop: (at: number) => {
        note.to = at;
        this.notes.push(note);
      },
    };
  }
}

describe('the sounds of a sweep', () => {
  let sounds: typeof import('./sounds.ts');
  beforeEach(async () => {
    vi.resetModules();
    Output.all = [];
    sounds = await import('./sounds.ts');
  });
  afterEach(() => vi.unstubAllGlobals());

  it('are none where there is no sound output', () => {
    expect(() => {
      sounds.prepareSounds();
      sounds.play('found');
    }).not.toThrow();
  });

  it('open one output, which is resumed when the browser has suspended it', () => {
    vi.stubGlobal('AudioContext', Output);
    sounds.prepareSounds();
    const [output] = Output.all;
    expect([output!.resumed, output!.silences, output!.notes]).toEqual([0, [10.01], []]);
    output!.state = 'suspended';
    sounds.prepareSounds();
    sounds.play('found');
    expect([Output.all.length, output!.resumed]).toEqual([1, 2]);
  });

  it('follow each other without a click; a sound too close to the one before is left out, but for the last', () => {
    vi.stubGlobal('AudioContext', Output);
    sounds.play('unexpected');
    const [output] = Output.all;
    expect(output!.notes).toEqual([{ hertz: 220, from: 10, to: 10.22, volume: [0.25, 10, 0.001, 10.22] }]);
    output!.currentTime = 10.05;
    sounds.play('found');
    expect(output!.notes).toHaveLength(1);
    output!.currentTime = 10.5;
    sounds.play('found');
    expect(output!.notes).toHaveLength(2);
    output!.currentTime = 10.51;
    sounds.play('complete');
    const last = output!.notes.slice(2);
    expect(last.map(({ hertz }) => hertz)).toEqual([880, 1_175, 1_760]);
    expect(last[0]!.from).toBe(10.51);
    expect(last.slice(1).map(({ from }) => from)).toEqual(last.slice(0, 2).map(({ to }) => to));
  });
});
