import { resolve } from 'node:path';
import { FILE_BYTES, IMAGE_BYTES } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { type Config, ConfigError, readConfig, variables } from './config.ts';

type Environment = Record<string, string>;
const DAY_MS = 24 * 60 * 60 * 1000;
const GB = 1024 ** 3;
const BUCKET = {
  HOLDFAST_S3_URL: 'https://s3.example.org/holdfast/',
  HOLDFAST_S3_ACCESS_KEY: 'key',
  HOLDFAST_S3_SECRET_KEY: 'secret',
};

/** Returns what is wrong with the settings, one sentence each; none when they can be used. */
function mistakesIn(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}

describe('the settings of a server', () => {
  it('have defaults with which it runs on one machine', () => {
    expect(readConfig({})).toEqual({
      port: 4400,
      host: '127.0.0.1',
      dataFolder: resolve('data'),
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseReplicaUrl: null,
      bucket: null,
      demo: true,
      sessions: { idleMs: 90 * DAY_MS, absoluteMs: 365 * DAY_MS },
      secondFactor: 'none',
      mustEncrypt: false,
      auditMs: 730 * DAY_MS,
      logLevel: 'info',
      publicUrl: null,
      smtpUrl: null,
      mailFrom: 'holdfast@localhost.localdomain',
      weatherUrl: 'https://api.open-meteo.com/v1/forecast',
      trustProxy: false,
      quotas: {
        each: { request: 12_000, upload: 100 * GB, print: 600 },
        company: { request: null, upload: null, print: null },
        storageBytes: null,
      },
      secretKeys: null,
      metrics: null,
      uploadLimits: { imageBytes: IMAGE_BYTES, fileBytes: FILE_BYTES },
    });
  });

  it('count as unset when they are empty', () => {
    const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it.each<[Environment, Partial<Config>]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOLDFAST_DATA: '/srv/holdfast' }, { dataFolder: '/srv/holdfast' }],
    [{ DATABASE_URL: 'postgresql://u@h/d' }, { databaseUrl: 'postgresql://u@h/d', databaseReplicaUrl: null }],
    [{ HOLDFAST_PUBLIC_URL: 'https://a.example/' }, { publicUrl: 'https://a.example', demo: false }],
    [
      { HOLDFAST_SESSION_IDLE_DAYS: '1', HOLDFAST_SESSION_DAYS: '3650' },
      { sessions: { idleMs: DAY_MS, absoluteMs: 3_650 * DAY_MS } },
    ],
    [{ HOLDFAST_AUDIT_DAYS: '0' }, { auditMs: null }],
    [{ HOLDFAST_AUDIT_DAYS: '1' }, { auditMs: DAY_MS }],
    [{ HOLDFAST_DESKTOP_ENCRYPTION: 'required' }, { mustEncrypt: true }],
    [{ HOLDFAST_SECOND_FACTOR: 'everyone' }, { secondFactor: 'everyone' }],
    [{ HOLDFAST_WEATHER_URL: '0' }, { weatherUrl: null }],
    [{ HOLDFAST_WEATHER_URL: 'http://weather.example/' }, { weatherUrl: 'http://weather.example/' }],
    [{ HOLDFAST_TRUST_PROXY: '10.0.0.1, 10.0.0.2' }, { trustProxy: ['10.0.0.1', '10.0.0.2'], demo: false }],
    [{ HOLDFAST_METRICS: '127.0.0.1:9464' }, { metrics: { host: '127.0.0.1', port: 9_464 } }],
    [{ HOLDFAST_METRICS: '[::1]:65535' }, { metrics: { host: '::1', port: 65_535 } }],
    [{ HOLDFAST_IMAGE_MB: '100' }, { uploadLimits: { imageBytes: 100 * 1024 ** 2, fileBytes: FILE_BYTES } }],
    [{ HOLDFAST_FILE_MB: '2048' }, { uploadLimits: { imageBytes: IMAGE_BYTES, fileBytes: 2 * GB } }],
    [{ HOST: 'LOCALHOST' }, { demo: true }],
    [{ HOST: '127.8.9.1' }, { demo: true }],
  ])('are read from %j', (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected);
  });

  it('have limits of use, of which 0 is none', () => {
    const limits = {
      HOLDFAST_REQUESTS_PER_MINUTE: '10000000',
      HOLDFAST_UPLOAD_GB_PER_DAY: '2',
      HOLDFAST_PRINTS_PER_HOUR: '0',
      HOLDFAST_COMPANY_UPLOAD_GB_PER_DAY: '3',
      HOLDFAST_COMPANY_PRINTS_PER_HOUR: '4',
      HOLDFAST_COMPANY_GB: '5',
    };
    expect(readConfig(limits).quotas).toEqual({
      each: { request: 10_000_000, upload: 2 * GB, print: null },
      company: { request: null, upload: 3 * GB, print: 4 },
      storageBytes: 5 * GB,
    });
    const none = Object.fromEntries(Object.keys(limits).map((name) => [name, '0']));
    const { each, company, storageBytes } = readConfig(none).quotas;
    for (const all of [each, company, { storageBytes }])
      expect(Object.values(all).every((limit) => limit === null)).toBe(true);
  });

  it.each([
    ['PORT', '65536', 'must be at most 65535'],
    ['PORT', '44OO', 'must be a whole number'],
    ['DATABASE_URL', 'mysql://h/d', 'must be an address like postgres://user@host/database'],
    ['HOLDFAST_SESSION_DAYS', '0', 'must be between 1 and 3650'],
    ['HOLDFAST_SESSION_DAYS', '3651', 'must be between 1 and 3650'],
    ['HOLDFAST_AUDIT_DAYS', '3651', 'must be at most 3650; 0 for no limit'],
    ['HOLDFAST_IMAGE_MB', '101', 'must be between 1 and 100'],
    ['HOLDFAST_REQUESTS_PER_MINUTE', '10000001', 'must be at most 10000000; 0 for no limit'],
    ['HOLDFAST_METRICS', '127.0.0.1:65536', 'must be an address and a port, as 127.0.0.1:9464'],
    ['HOLDFAST_METRICS', '::1:9464', 'must be an address and a port, as 127.0.0.1:9464'],
    ['HOLDFAST_PUBLIC_URL', 'inspections.example.org', 'must be an address like https://inspections.example.org'],
    ['HOLDFAST_LOG', 'loud', 'must be debug, info, warn, error or silent'],
  ])('are refused with their purpose: %s=%s', (name, value, reason) => {
    const [mistake, ...others] = mistakesIn({ [name]: value });
    expect(mistake).toContain(`: ${reason}. `);
    expect(mistake).toContain(variables[name as keyof typeof variables].description);
    expect(others).toEqual([]);
  });

  it('are refused all at once, and no password is shown', () => {
    const mistakes = mistakesIn({
      PORT: 'x',
      HOLDFAST_SMTP_URL: 'ftp://user:hidden@h',
      DATABASE_URL: 'ftp://u:hidden@h',
    });
    expect(mistakes).toHaveLength(3);
    expect(mistakes[0]).toMatch(/^PORT=x: /);
    expect(mistakes.filter((text) => text.includes('=(not shown): '))).toHaveLength(2);
    expect(mistakes.join(' ')).not.toContain('hidden');
  });

  it('of a replica need the database it is a replica of', () => {
    const HOLDFAST_DATABASE_REPLICA_URL = 'postgres://u@replica/d';
    expect(mistakesIn({ HOLDFAST_DATABASE_REPLICA_URL })).toHaveLength(1);
    const both = { HOLDFAST_DATABASE_REPLICA_URL, DATABASE_URL: 'postgres://u@h/d' };
    expect(readConfig(both).databaseReplicaUrl).toBe(HOLDFAST_DATABASE_REPLICA_URL);
  });
});

describe('the settings of a bucket', () => {
  it('name it, its keys, and the place of photos and files', () => {
    const address = {
      url: 'https://s3.example.org/holdfast',
      region: 'us-east-1',
      accessKey: 'key',
      secretKey: 'secret',
    };
    expect(readConfig(BUCKET).bucket).toEqual({ ...address, directUrl: null, home: 'bucket' });
    const direct = { HOLDFAST_S3_DIRECT_URL: 'https://direct.example/b/', HOLDFAST_CONTENTS: 'folder' };
    expect(readConfig({ ...BUCKET, ...direct }).bucket).toEqual({
      ...address,
      directUrl: 'https://direct.example/b',
      home: 'folder',
    });
  });

  it.each([
    [{ ...BUCKET, HOLDFAST_S3_ACCESS_KEY: '' }, 1],
    [{ ...BUCKET, HOLDFAST_S3_SECRET_KEY: '' }, 1],
    [{ HOLDFAST_CONTENTS: 'bucket' }, 1],
    [{ HOLDFAST_S3_DIRECT_URL: 'https://direct.example/b' }, 1],
    [{ HOLDFAST_CONTENTS: 'folder' }, 0],
  ])('are refused where one is missing: %j', (environment, count) => {
    expect(mistakesIn(environment)).toHaveLength(count);
  });
});
