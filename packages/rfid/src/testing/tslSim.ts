/**
 * Simulates a TSL ASCII 2 reader. Its commands, answers and error numbers follow the manufacturer's protocol description. Where the description is
 * silent (texts of messages, the order after an abort), the behaviour is an assumption that no recording of a real reader has confirmed.
 */

/** A tag in the field of a simulated reader. */
interface SimTag {
  epc: string;
  /** Signal strength at full power (29 dBm). */
  rssi: number;
}

/** Faults of a simulated reader. */
interface TslFaults {
  /** Does not answer commands, like a sleeping reader or another device. */
  silent: boolean;
  /** Sends bytes 0x00 and 0xFF between its characters. */
  noise: boolean;
  /** Leaves out this many `OK:` and `ER:` lines. */
  dropEnds: number;
  /** Sends a line of garbage before each answer. */
  garbage: boolean;
  /** Answers with lower-case headers. */
  lowerCase: boolean;
}

/** A simulated reader. */
export interface TslSim {
  readonly faults: TslFaults;
  tags: SimTag[];
  battery: { percent: number; charge: 'Off' | 'Charging' | 'Complete' };
  /** Received commands, oldest first. */
  readonly commands: string[];
  /** Receives bytes. @returns the answer of the reader */
  receive(bytes: Uint8Array): Uint8Array;
  /** Presses and releases the trigger. @returns the bytes that the reader writes */
  trigger(): Uint8Array;
  /** Switches it off and on: every setting is lost. */
  powerCycle(): void;
}

const FULL_POWER = 29;
/** Signals weaker than this are not received. */
const FLOOR = -75;

/** Parameters by command, longest first, so that `-so0020` is `-so` and not `-s`. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  iv: [
    'al',
    'dr',
    'dt',
    'fi',
    'fs',
    'ie',
    'io',
    'ix',
    'qa',
    'ql',
    'qs',
    'qt',
    'qv',
    'sa',
    'sb',
    'sd',
    'sl',
    'so',
    'st',
    'c',
    'e',
    'n',
    'o',
    'p',
    'r',
    'x',
  ],
  al: ['b', 'd', 'l', 'n', 'p', 't', 'v', 'x'],
  sa: ['rd', 'rs', 'a', 'd', 'h', 'n', 'p', 's', 'x'],
  bl: ['bh'],
  vr: [],
  ab: [],
};

/** Opens a reader. */
export function tslSim({ serial = '1128-EU-000001' }: { serial?: string } = {}): TslSim {
  let settings = new Map<string, Map<string, string>>();
  let line = '';
  let lastCommand = '';
  const sim: TslSim = {
    faults: { silent: false, noise: false, dropEnds: 0, garbage: false, lowerCase: false },
    tags: [],
    battery: { percent: 78, charge: 'Off' },
    commands: [],
    receive(bytes) {
      let out = '';
      for (const byte of bytes) {
        if (byte === 13 || byte === 10) {
          out += command(line);
          line = '';
        } else line += String.fromCharCode(byte);
      }
      return wire(out);
    },
    trigger: () =>
      wire(
        setting('sa', 's') === 'inv'
          ? switched('single') + inventory('.iv') + switched('off')
          : switched('single') + switched('off'),
      ),
    powerCycle() {
      settings = new Map();
      line = '';
    },
  };

  const setting = (name: string, id: string): string | undefined => settings.get(name)?.get(id);
  const switched = (state: string): string => (setting('sa', 'a') === 'on' ? `SW: ${state}\r\n` : '');

  function wire(text: string): Uint8Array {
    if (sim.faults.silent) return new Uint8Array(0);
    const bytes = [...new TextEncoder().encode(text)];
    return Uint8Array.from(
      sim.faults.noise ? bytes.flatMap((byte, at) => (at % 7 === 3 ? [byte, 0, 0xff] : [byte])) : bytes,
    );
  }

  function answer(typed: string, fields: readonly string[], error = 0): string {
    const lines = [`CS: ${typed}`, ...fields];
    if (sim.faults.dropEnds > 0) sim.faults.dropEnds -= 1;
    else if (error === 0) lines.push('OK:');
    else lines.push('ME: See the number', `ER: ${String(error).padStart(3, '0')}`);
    const said = sim.faults.lowerCase ? lines.map((each) => each.slice(0, 2).toLowerCase() + each.slice(2)) : lines;
    const garbage = sim.faults.garbage ? '#garbage\u007f:: EP 12\r\n' : '';
    return `${garbage}${said.join('\r\n')}\r\n\r\n`;
  }

  function command(typed: string): string {
    if (typed.trim() === '') return '';
    const text = typed.trim() === '.' ? lastCommand : typed.trim();
    lastCommand = text;
    sim.commands.push(text);
    const name = /^\.([a-z]{2})/.exec(text)?.[1];
    const known = name === undefined ? undefined : PARAMETERS[name];
    if (name === undefined || known === undefined) return answer(text, [], 1);
    const given = parametersOf(text.slice(3).replace(/\s*LCMD\s*\d+/, ''), known);
    if (given === null) return answer(text, [], 2);
    const kept = settings.get(name) ?? new Map<string, string>();
    if (given.has('x')) kept.clear();
    for (const [id, value] of given) if (!['x', 'n', 'p'].includes(id)) kept.set(id, value);
    const power = Number(kept.get('o') ?? FULL_POWER);
    if (power < 10 || power > FULL_POWER) {
      kept.delete('o');
      return answer(text, [], 7);
    }
    settings.set(name, kept);
    if (given.has('n')) return answer(text, []);
    switch (name) {
      case 'vr':
        return answer(text, ['MF: TSL', `US: ${serial}`, 'PV: 2.5', 'UF: 1.4.0', 'BA: 00:07:80:12:34:56']);
      case 'bl':
        return answer(text, [`BP: ${sim.battery.percent}%`, `CH: ${sim.battery.charge}`]);
      case 'iv':
        return inventory(text);
      default:
        return answer(text, []);
    }
  }

  function inventory(typed: string): string {
    if (sim.battery.percent < 3) return answer(typed, [], 9);
    const power = Number(setting('iv', 'o') ?? FULL_POWER);
    const received = sim.tags
      .map(({ epc, rssi }) => ({ epc, rssi: rssi - 2 * (FULL_POWER - power) }))
      .filter(({ rssi }) => rssi >= FLOOR);
    const lines = received.flatMap(({ epc, rssi }) =>
      setting('iv', 'r') === 'on' ? [`EP: ${epc}`, `RI: ${rssi}`] : [`EP: ${epc}`],
    );
    return answer(typed, lines, received.length === 0 ? 5 : 0);
  }

  return sim;
}

/** Reads `-id value` with or without spaces. @returns null when a parameter is unknown */
function parametersOf(text: string, known: readonly string[]): Map<string, string> | null {
  const found = new Map<string, string>();
  for (const part of text.replaceAll(/\s/g, '').split('-').slice(1)) {
    const id = known.find((each) => part.startsWith(each));
    if (id === undefined) return null;
    found.set(id, part.slice(id.length));
  }
  return found;
}
