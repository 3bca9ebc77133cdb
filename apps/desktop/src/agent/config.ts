import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { LogLevel } from '@holdfast/host';
import { type ReaderAddress, readerAddress } from '@holdfast/rfid/node';
import { z } from 'zod';
import { type Keychain, systemKeychain } from './keychain.ts';

/** One setting: its valid values and its purpose. The text appears in the help and in the list of invalid settings. */
interface Setting {
  schema: z.ZodType<unknown, string | undefined>;
  description: string;
}

/** Every setting of the agent: `--server` on the command line, or `HOLDFAST_AGENT_SERVER` in the environment. */
export const settings = {
  server: {
    schema: z
      .url({ protocol: /^https?$/, error: 'must be an address like https://inspections.example.org' })
      .transform((address) => new URL(address).origin)
      .optional(),
    description: 'Server to synchronise with. Needed on the first start; remembered afterwards.',
  },
  unencrypted: {
    schema: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
    description:
      'Whether the address of the server may begin with http://. Others in its network can then read passwords and records.',
  },
  port: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number')
      .transform(Number)
      .refine((value) => value <= 65_535, 'must be at most 65535')
      .optional(),
    description: 'Port to listen on; 0 takes any free one. Without it, the port of the last start, or 4410.',
  },
  data: {
    schema: z
      .string()
      .min(1)
      .default('desktop-data')
      .transform((folder) => resolve(folder)),
    description: 'Folder for the database, photos and files of this device.',
  },
  weather: {
    schema: z
      .union([z.literal('0'), z.url({ protocol: /^https?$/ })], 'must be an address, or 0')
      .default('https://api.open-meteo.com/v1/forecast'),
    description: "Address of Open-Meteo's forecast API or one that answers alike; 0 shows no weather.",
  },
  readers: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((address) => readerAddress(address.trim())))
      .refine((addresses) => !addresses.includes(null), 'must be addresses of readers, separated by commas')
      .transform((addresses) => addresses.filter((address) => address !== null))
      .optional(),
    description:
      'RFID readers that cannot be found by themselves: tsl:COM7, line:/dev/ttyUSB0, llrp://192.0.2.4, tsl+tcp://192.0.2.5:4001.',
  },
  keys: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((key) => key.trim()))
      .refine((keys) => keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)), 'must be public keys, base64')
      .optional(),
    description: 'Public keys that releases may be signed with, as `npm run release -- key` prints them.',
  },
  keychain: {
    schema: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
    description:
      'Keeps the keys of this device in the keychain of the computer: that of its secret, and that of its data when they are encrypted. 0 keeps them in files of the data folder.',
  },
  log: {
    schema: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
      .default('warn'),
    description: 'From which level on log lines are written.',
  },
} as const satisfies Record<string, Setting>;

/** Settings with which an agent is started. */
export interface AgentConfig {
  /** Origin of the server; null: that of the last start. */
  server: string | null;
  /** True when a new address of a server may be one without encryption; absent: it may not. */
  unencrypted?: boolean;
  /** null: the port of the last start. */
  port: number | null;
  /** Absolute. */
  dataFolder: string;
  logLevel: LogLevel;
  /** null: no weather. */
  weatherUrl: string | null;
  /** Configured readers; absent: only discovered ones. */
  readers?: readonly ReaderAddress[];
  /** Raw Ed25519 public keys, base64; without a key no update is installed. */
  keys?: readonly string[];
  /** Keychain for the key of the device's secret; absent: the key is in a file of the data folder. */
  keychain?: Keychain;
}

/** Settings that cannot be used, one sentence each. */
export class ConfigError extends Error {
  constructor(mistakes: readonly string[]) {
    super(['These settings cannot be used:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

/** The agent was never given the address of its server. */
export class ServerNeeded extends ConfigError {
  constructor() {
    super(['--server: the first start needs the address of the server.']);
  }
}

/** The address of the server has no encryption, which was not allowed. */
export class EncryptionNeeded extends ConfigError {
  constructor(server: string) {
    super([
      `--server ${server}: must begin with https://, because others in the network could read passwords and records. If the server has no encryption, start with --unencrypted 1.`,
    ]);
  }
}

/**
 * Reads the settings from the command line, and missing ones from the environment. An empty value counts as unset.
 * @throws {ConfigError} listing everything that is wrong, not only the first
 */
export function readConfig(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): AgentConfig {
  const mistakes: string[] = [];
  const given = commandLine(args);
  const read = <K extends keyof typeof settings>(name: K): z.output<(typeof settings)[K]['schema']> => {
    const value = given[name] ?? environment[`HOLDFAST_AGENT_${name.toUpperCase()}`];
    const parsed = settings[name].schema.safeParse(value === '' ? undefined : value);
    if (!parsed.success)
      mistakes.push(`--${name} ${value}: ${parsed.error.issues[0]!.message}. ${settings[name].description}`);
    return parsed.data as z.output<(typeof settings)[K]['schema']>;
  };
  const config: AgentConfig = {
    server: read('server') ?? null,
    unencrypted: read('unencrypted') === '1',
    port: read('port') ?? null,
    dataFolder: read('data'),
    logLevel: read('log'),
    weatherUrl: read('weather') === '0' ? null : read('weather'),
    readers: read('readers') ?? [],
    keys: read('keys') ?? [],
    ...(read('keychain') === '1' ? { keychain: systemKeychain() } : {}),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

function commandLine(args: readonly string[]): Partial<Record<keyof typeof settings, string>> {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        server: text,
        unencrypted: text,
        port: text,
        data: text,
        log: text,
        weather: text,
        readers: text,
        keys: text,
        keychain: text,
      },
    }).values;
  } catch (error) {
    const known = Object.entries(settings).map(([name, { description }]) => `--${name}: ${description}`);
    throw new ConfigError([(error as Error).message, ...known]);
  }
}
