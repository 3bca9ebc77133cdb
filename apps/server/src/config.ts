import { resolve } from 'node:path';
import { FILE_BYTES, IMAGE_BYTES, type Instance } from '@holdfast/contract';
import type { BlobHome, BucketAddress, SecondFactorRule } from '@holdfast/host';
import type { Quotas } from '@holdfast/core';
import { z } from 'zod';
import type { MetricsAddress } from './metrics/listener.ts';

/** One environment variable: its valid values and its purpose. The text appears in the documentation and in the list of invalid settings. */
interface Variable {
  schema: z.ZodType<unknown, string | undefined>;
  description: string;
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be at most 65535');

/** Reads `host:port`, IPv6 addresses in brackets; null for anything else. */
function readAddress(text: string): MetricsAddress | null {
  const [, bracketed, plain, digits] = /^(?:\[([\da-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  return host === undefined || Number(digits) > 65_535 ? null : { host, port: Number(digits) };
}

/** A number of days. */
const days = z
  .string()
  .regex(/^\d{1,4}$/, 'must be a whole number of days')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 3_650, 'must be between 1 and 3650');

/** A limit in megabytes, as bytes. */
function megabytes(most: number) {
  return z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number of megabytes')
    .transform((text) => Number(text) * 1024 * 1024)
    .refine((bytes) => bytes > 0 && bytes <= most * 1024 * 1024, `must be between 1 and ${most}`);
}

/** A limit as a whole number; 0: none. */
function limitUpTo(most: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value <= most, `must be at most ${most}; 0 for no limit`)
    .transform((value) => (value === 0 ? null : value));
}

/** Every environment variable the server reads. */
export const variables = {
  PORT: { schema: port.default(4400), description: 'Port to listen on; 0 takes any free one.' },
  HOST: { schema: z.string().min(1).default('127.0.0.1'), description: 'Address to listen on.' },
  HOLDFAST_DATA: {
    schema: z
      .string()
      .min(1)
      .default('data')
      .transform((folder) => resolve(folder)),
    description: 'Folder for the database, photos and files.',
  },
  DATABASE_URL: {
    schema: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must be an address like postgres://user@host/database' })
      .optional(),
    description: 'A PostgreSQL database to use instead of SQLite.',
  },
  HOLDFAST_DATABASE_DIRECT_URL: {
    schema: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must be an address like postgres://user@host/database' })
      .optional(),
    description:
      'Address of PostgreSQL itself where DATABASE_URL is a pooler in transaction mode, as PgBouncer: four connections of each server, for events, the queue of reports and session settings.',
  },
  HOLDFAST_DATABASE_REPLICA_URL: {
    schema: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must be an address like postgres://user@host/database' })
      .optional(),
    description:
      'Address of one streaming replica of the PostgreSQL of DATABASE_URL; answers reads while it contains everything that was committed when they began.',
  },
  HOLDFAST_S3_URL: {
    schema: z
      .url({ protocol: /^https?$/, error: 'must be the address of a bucket like https://s3.example.org/holdfast' })
      .optional(),
    description:
      'Address of a bucket of an S3-compatible store, for photos and files; without one they are in the data folder.',
  },
  HOLDFAST_S3_REGION: { schema: z.string().min(1).default('us-east-1'), description: 'Region of the bucket.' },
  HOLDFAST_S3_ACCESS_KEY: { schema: z.string().min(1).optional(), description: 'Access key of the bucket.' },
  HOLDFAST_S3_SECRET_KEY: { schema: z.string().min(1).optional(), description: 'Secret key of the bucket.' },
  HOLDFAST_S3_DIRECT_URL: {
    schema: z
      .url({ protocol: /^https?$/, error: 'must be the address of a bucket like https://s3.example.org/holdfast' })
      .optional(),
    description:
      'Address at which desktops reach the bucket. They then fetch photos and files from there, at addresses that the server signs for a minute; without it from the server.',
  },
  HOLDFAST_CONTENTS: {
    schema: z.enum(['folder', 'bucket'], 'must be folder or bucket').optional(),
    description:
      'Where photos and files are kept; bucket where HOLDFAST_S3_URL is set. With a bucket and folder, the server moves what is in the bucket into the data folder while it serves.',
  },
  HOLDFAST_DEMO: {
    schema: z
      .enum(['0', '1'], 'must be 0 or 1')
      .transform((value) => value === '1')
      .optional(),
    description:
      '1: serve the demo fleet, made on the first start; its passwords are published. 0: start empty and ask for the first administrator; accounts of a demo that was there are disabled. Unless said, 1 where only this machine reaches the server, and 0 otherwise.',
  },
  HOLDFAST_SESSION_IDLE_DAYS: {
    schema: days.default(90),
    description: 'Days after which a session or a desktop that was not used has to sign in again.',
  },
  HOLDFAST_SESSION_DAYS: {
    schema: days.default(365),
    description: 'Days after which every session has to sign in again, however much it was used.',
  },
  HOLDFAST_SECOND_FACTOR: {
    schema: z.enum(['none', 'administrators', 'everyone'], 'must be none, administrators or everyone').default('none'),
    description:
      'Accounts that have to sign in with a second factor; others may. Until one is set up, such an account reaches nothing but itself.',
  },
  HOLDFAST_DESKTOP_ENCRYPTION: {
    schema: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
    description: 'Whether users decide that a desktop encrypts what it keeps, or every desktop has to.',
  },
  HOLDFAST_AUDIT_DAYS: {
    schema: limitUpTo(3_650).default(730),
    description: 'Days for which entries of the audit log are stored; 0: without end.',
  },
  HOLDFAST_LOG: {
    schema: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
      .default('info'),
    description: 'From which level on log lines are written.',
  },
  HOLDFAST_PUBLIC_URL: {
    schema: z
      .url({ protocol: /^https?$/, error: 'must be an address like https://inspections.example.org' })
      .optional(),
    description:
      'Where people reach the application; stands in the links of mails. Without it, where the server listens.',
  },
  HOLDFAST_SMTP_URL: {
    schema: z
      .url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@mail.example.org' })
      .optional(),
    description: 'Mail server; without one, letters are written to the folder outbox in the data folder.',
  },
  HOLDFAST_MAIL_FROM: { schema: z.email().default('holdfast@localhost.localdomain'), description: 'Sender of mails.' },
  HOLDFAST_WEATHER_URL: {
    schema: z
      .union([z.literal('0'), z.url({ protocol: /^https?$/ })], 'must be an address, or 0')
      .default('https://api.open-meteo.com/v1/forecast'),
    description:
      "Address of Open-Meteo's forecast API or one that answers alike; 0 sends no requests and shows no weather.",
  },
  HOLDFAST_IMAGE_MB: {
    schema: megabytes(100).optional(),
    description: 'The largest photo that is taken, in megabytes; 25 unless said.',
  },
  HOLDFAST_FILE_MB: {
    schema: megabytes(2_048).optional(),
    description: 'The largest file that is taken, in megabytes; 100 unless said.',
  },
  HOLDFAST_REQUESTS_PER_MINUTE: {
    schema: limitUpTo(10_000_000).default(12_000),
    description: 'Most calls in a minute of each user, desktop and network address that is not signed in; 0: no limit.',
  },
  HOLDFAST_UPLOAD_GB_PER_DAY: {
    schema: limitUpTo(100_000).default(100),
    description: 'Most gigabytes that each user and desktop uploads in a day; 0: no limit.',
  },
  HOLDFAST_PRINTS_PER_HOUR: {
    schema: limitUpTo(1_000_000).default(600),
    description: 'Most reports that each user prints in an hour; 0: no limit.',
  },
  HOLDFAST_COMPANY_UPLOAD_GB_PER_DAY: {
    schema: limitUpTo(100_000).default(null),
    description: 'Most gigabytes that a company uploads in a day; 0 and unset: no limit.',
  },
  HOLDFAST_COMPANY_PRINTS_PER_HOUR: {
    schema: limitUpTo(1_000_000).default(null),
    description: 'Most reports that a company prints in an hour; 0 and unset: no limit.',
  },
  HOLDFAST_COMPANY_GB: {
    schema: limitUpTo(1_000_000).default(null),
    description:
      'Most gigabytes of photos, files and report templates of each company, and of those for every company; 0 and unset: no limit.',
  },
  HOLDFAST_SECRET_KEYS: {
    schema: z.string().optional(),
    description:
      'Keys that encrypt stored secrets, 32 bytes each in base64, separated by commas; the first encrypts. Without it they are in the file secret-keys of the data folder.',
  },
  HOLDFAST_METRICS: {
    schema: z
      .string()
      .transform(readAddress)
      .refine((address) => address !== null, 'must be an address and a port, as 127.0.0.1:9464')
      .optional(),
    description: 'Address and port that serve metrics for monitoring, at /metrics; without it there are none.',
  },
  HOLDFAST_TRUST_PROXY: {
    schema: z
      .string()
      .min(1)
      .transform((list) => list.split(',').map((address) => address.trim()))
      .optional(),
    description: 'Addresses of proxies in front, separated by commas, whose word on the caller counts.',
  },
} as const satisfies Record<string, Variable>;

/** The configuration of a server. */
export interface Config {
  port: number;
  host: string;
  /** Absolute. */
  dataFolder: string;
  /** null: SQLite in the data folder. */
  databaseUrl: string | null;
  /** Direct address of PostgreSQL when `databaseUrl` is a pooler in transaction mode; null: `databaseUrl` is PostgreSQL. */
  databaseDirectUrl: string | null;
  /** A replica of the database for reads; null: there is none. */
  databaseReplicaUrl: string | null;
  /** The bucket for photos and files, and the place where they are kept; null: only in the data folder. */
  bucket: (BucketAddress & { home: BlobHome }) | null;
  demo: boolean;
  /** Lifetimes of sessions, in ms. */
  sessions: { idleMs: number; absoluteMs: number };
  /** Accounts of which a second factor is required. */
  secondFactor: SecondFactorRule;
  /** True when desktops have to encrypt their data. */
  mustEncrypt: boolean;
  /** Time for which entries of the audit log are stored, in ms; null: without end. */
  auditMs: number | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Without a slash at the end; null: the address on which the server listens. */
  publicUrl: string | null;
  /** null: the outbox folder. */
  smtpUrl: string | null;
  mailFrom: string;
  /** null: no weather. */
  weatherUrl: string | null;
  trustProxy: string[] | false;
  /** Limits of requests, uploads, prints and storage. */
  quotas: Quotas;
  /** Keys of stored secrets, in base64, separated by commas; null: in the data folder. */
  secretKeys: string | null;
  /** null: no metrics are served. */
  metrics: MetricsAddress | null;
  /** Maximum size of a photo and of a file in bytes (product decision 22). */
  uploadLimits: Instance['uploadLimits'];
}

const DAY_MS = 24 * 60 * 60 * 1000;

function toBytes(gigabytes: number | null): number | null {
  return gigabytes === null ? null : gigabytes * 1024 ** 3;
}

function toMs(wholeDays: number | null): number | null {
  return wholeDays === null ? null : wholeDays * DAY_MS;
}

/** Addresses that only programs of the same machine reach. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i;

/** Returns true when the server is for this machine only: it listens on a loopback address, and no proxy or public address is named. */
function isForThisMachineOnly(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { HOST = '', HOLDFAST_PUBLIC_URL = '', HOLDFAST_TRUST_PROXY = '' } = environment;
  return (HOST === '' || LOOPBACK.test(HOST)) && HOLDFAST_PUBLIC_URL === '' && HOLDFAST_TRUST_PROXY === '';
}

/** Settings that cannot be used, one sentence each. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(['These settings cannot be used:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

/**
 * Reads the configuration from the environment. An empty variable counts as unset.
 * @throws {ConfigError} listing everything that is wrong, not only the first
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const mistakes: string[] = [];
  const read = <K extends keyof typeof variables>(name: K): z.output<(typeof variables)[K]['schema']> => {
    const given = environment[name];
    const parsed = variables[name].schema.safeParse(given === '' ? undefined : given);
    if (!parsed.success)
      mistakes.push(
        `${name}=${shown(name, given)}: ${parsed.error.issues[0]!.message}. ${variables[name].description}`,
      );
    return parsed.data as z.output<(typeof variables)[K]['schema']>;
  };
  const config: Config = {
    port: read('PORT'),
    host: read('HOST'),
    dataFolder: read('HOLDFAST_DATA'),
    databaseUrl: read('DATABASE_URL') ?? null,
    databaseDirectUrl: read('HOLDFAST_DATABASE_DIRECT_URL') ?? null,
    databaseReplicaUrl: read('HOLDFAST_DATABASE_REPLICA_URL') ?? null,
    bucket: bucketOf(
      {
        url: read('HOLDFAST_S3_URL'),
        region: read('HOLDFAST_S3_REGION'),
        accessKey: read('HOLDFAST_S3_ACCESS_KEY'),
        secretKey: read('HOLDFAST_S3_SECRET_KEY'),
        directUrl: read('HOLDFAST_S3_DIRECT_URL') ?? null,
        home: read('HOLDFAST_CONTENTS'),
      },
      mistakes,
    ),
    demo: read('HOLDFAST_DEMO') ?? isForThisMachineOnly(environment),
    sessions: {
      idleMs: read('HOLDFAST_SESSION_IDLE_DAYS') * DAY_MS,
      absoluteMs: read('HOLDFAST_SESSION_DAYS') * DAY_MS,
    },
    secondFactor: read('HOLDFAST_SECOND_FACTOR'),
    mustEncrypt: read('HOLDFAST_DESKTOP_ENCRYPTION') === 'required',
    auditMs: toMs(read('HOLDFAST_AUDIT_DAYS')),
    logLevel: read('HOLDFAST_LOG'),
    publicUrl: read('HOLDFAST_PUBLIC_URL')?.replace(/\/$/, '') ?? null,
    smtpUrl: read('HOLDFAST_SMTP_URL') ?? null,
    mailFrom: read('HOLDFAST_MAIL_FROM'),
    weatherUrl: read('HOLDFAST_WEATHER_URL') === '0' ? null : read('HOLDFAST_WEATHER_URL'),
    trustProxy: read('HOLDFAST_TRUST_PROXY') ?? false,
    quotas: {
      each: {
        request: read('HOLDFAST_REQUESTS_PER_MINUTE'),
        upload: toBytes(read('HOLDFAST_UPLOAD_GB_PER_DAY')),
        print: read('HOLDFAST_PRINTS_PER_HOUR'),
      },
      company: {
        request: null,
        upload: toBytes(read('HOLDFAST_COMPANY_UPLOAD_GB_PER_DAY')),
        print: read('HOLDFAST_COMPANY_PRINTS_PER_HOUR'),
      },
      storageBytes: toBytes(read('HOLDFAST_COMPANY_GB')),
    },
    secretKeys: read('HOLDFAST_SECRET_KEYS') ?? null,
    metrics: read('HOLDFAST_METRICS') ?? null,
    uploadLimits: {
      imageBytes: read('HOLDFAST_IMAGE_MB') ?? IMAGE_BYTES,
      fileBytes: read('HOLDFAST_FILE_MB') ?? FILE_BYTES,
    },
  };
  if (config.databaseReplicaUrl !== null && config.databaseUrl === null)
    mistakes.push('HOLDFAST_DATABASE_REPLICA_URL: DATABASE_URL must name the PostgreSQL it is a replica of.');
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** Gathers the settings of a bucket; null without one. Appends what is missing to `mistakes`. */
function bucketOf(
  {
    url,
    region,
    accessKey,
    secretKey,
    directUrl = null,
    home,
  }: { [K in keyof NonNullable<Config['bucket']>]: NonNullable<Config['bucket']>[K] | undefined },
  mistakes: string[],
): Config['bucket'] {
  if (url === undefined) {
    if (home === 'bucket') mistakes.push('HOLDFAST_CONTENTS=bucket: HOLDFAST_S3_URL must name the bucket.');
    if (directUrl !== null) mistakes.push('HOLDFAST_S3_DIRECT_URL: HOLDFAST_S3_URL must name the bucket, too.');
    return null;
  }
  if (region !== undefined && accessKey !== undefined && secretKey !== undefined)
    return {
      url: url.replace(/\/$/, ''),
      region,
      accessKey,
      secretKey,
      directUrl: directUrl?.replace(/\/$/, '') ?? null,
      home: home ?? 'bucket',
    };
  mistakes.push('HOLDFAST_S3_URL: HOLDFAST_S3_ACCESS_KEY and HOLDFAST_S3_SECRET_KEY must be set, too.');
  return null;
}

/** Settings that are or may hold a password, which is never shown. */
const SECRET: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'HOLDFAST_DATABASE_DIRECT_URL',
  'HOLDFAST_DATABASE_REPLICA_URL',
  'HOLDFAST_SMTP_URL',
  'HOLDFAST_S3_SECRET_KEY',
  'HOLDFAST_SECRET_KEYS',
]);

function shown(name: string, value: string | undefined): string {
  return SECRET.has(name) ? '(not shown)' : (value ?? '');
}
