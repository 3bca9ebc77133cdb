/** Commands to a TSL reader: one at a time, each with a number that its answer repeats. A command without an answer is sent once more. */
import type { ReaderOutput } from '../types.ts';
import type { BlockEnd } from './blocks.ts';

/** Time in ms for which nothing is sent after an unanswered command. */
const DRAIN_MS = 500;

interface Command {
  text: string;
  timeout: number;
  answered(block: BlockEnd, now: number): ReaderOutput[];
}

/** Commands that are queued or sent but not answered yet. */
export interface CommandQueue {
  /** Adds a command; it is sent at once when no other command is unanswered. @param timeout ms until it counts as unanswered */
  ask(text: string, timeout: number, answered: Command['answered'], now: number): ReaderOutput[];
  /** Processes the end of an answer. The answer to any other command than the current one is ignored. */
  answer(block: BlockEnd, now: number): ReaderOutput[];
  /** Returns the time at which `elapsed` has to be called; null: no command is unanswered. */
  busyUntil(): number | null;
  /**
   * Sends an unanswered command again.
   * @param drains true when the reader may still be executing the command, so that it has to be aborted first
   * @returns null when the repeated command was not answered either
   */
  elapsed(now: number, drains: boolean): ReaderOutput[] | null;
  isUnderWay(text: string): boolean;
  /** Removes the first waiting command of this text. */
  drop(text: string): void;
  /** Removes all commands. */
  clear(): void;
}

/** Returns the output that writes one line. */
export function lineOutput(line: string): ReaderOutput {
  return { type: 'write', bytes: new TextEncoder().encode(`${line}\r\n`) };
}

/** Creates the commands of one connection. */
export function commandQueue(): CommandQueue {
  const waiting: Command[] = [];
  let number = 0;
  let inFlight: { command: Command; marker: number; deadline: number; retried: boolean } | null = null;
  /** The command to repeat, and the time until which nothing is sent. */
  let draining: { until: number; command: Command } | null = null;

  function send(command: Command, now: number, retried: boolean): ReaderOutput[] {
    number += 1;
    inFlight = { command, marker: number, deadline: now + command.timeout, retried };
    const [name = '', ...rest] = command.text.split(' ');
    return [lineOutput([name, 'LCMD', String(number).padStart(6, '0'), ...rest].join(' '))];
  }

  function next(now: number): ReaderOutput[] {
    if (inFlight !== null || draining !== null) return [];
    const command = waiting.shift();
    return command === undefined ? [] : send(command, now, false);
  }

  return {
    ask(text, timeout, answered, now) {
      waiting.push({ text, timeout, answered });
      return next(now);
    },
    answer(block, now) {
      if (inFlight?.marker !== block.head.marker) return [];
      const { command } = inFlight;
      inFlight = null;
      return [...command.answered(block, now), ...next(now)];
    },
    busyUntil: () => draining?.until ?? inFlight?.deadline ?? null,
    elapsed(now, drains) {
      if (draining !== null) {
        if (now < draining.until) return [];
        const { command } = draining;
        draining = null;
        return send(command, now, true);
      }
      if (inFlight === null || now < inFlight.deadline) return [];
      const { command, retried } = inFlight;
      inFlight = null;
      if (retried) return null;
      if (!drains) return send(command, now, true);
      draining = { until: now + DRAIN_MS, command };
      return [lineOutput('.ab')];
    },
    isUnderWay: (text) => inFlight?.command.text === text,
    drop(text) {
      const at = waiting.findIndex((command) => command.text === text);
      if (at >= 0) waiting.splice(at, 1);
    },
    clear() {
      waiting.length = 0;
      inFlight = null;
      draining = null;
    },
  };
}
