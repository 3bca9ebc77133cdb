import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('the settings of an agent', () => {
  it('have defaults, so that a second start needs none', () => {
    expect(readConfig([], {})).toEqual({
      server: null,
      unencrypted: false,
      port: null,
      dataFolder: resolve('desktop-data'),
      logLevel: 'warn',
      weatherUrl: 'https://api.open-meteo.com/v1/forecast',
      readers: [],
      keys: [],
      keychain: { read: expect.any(Function), write: expect.any(Function) },
    });
  });

  it('can disable the keychain of the computer', () => {
    expect(readConfig(['--keychain', '0'], {})).not.toHaveProperty('keychain');
    expect(() => readConfig(['--keychain', 'no'], {})).toThrow(/--keychain no: must be 0 or 1/);
  });

  it('contain readers that cannot be found automatically', () => {
    expect(readConfig(['--readers', 'tsl:/dev/ttyUSB0, llrp://192.0.2.4'], {}).readers).toEqual([
      { protocol: 'tsl', path: '/dev/ttyUSB0' },
      { protocol: 'llrp', host: '192.0.2.4', port: 5084 },
    ]);
    expect(() => readConfig(['--readers', 'tsl:/dev/ttyUSB0,COM7'], {})).toThrow(/must be addresses of readers/);
  });

  it('are taken from the command line before the environment', () => {
    const environment = { HOLDFAST_AGENT_SERVER: 'https://other.example', HOLDFAST_AGENT_PORT: '4411' };
    const { server, port } = readConfig(['--server', 'http://127.0.0.1:4400/'], environment);
    expect(server).toBe('http://127.0.0.1:4400');
    expect(port).toBe(4411);
  });

  it('are refused all at once, each with its purpose', () => {
    const wrong = (): unknown => readConfig(['--server', 'ftp://x', '--port', 'a'], {});
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(/--server ftp:\/\/x: must be an address.*\n.*--port a: must be a whole number/);
  });

  it('allow a server without encryption only if that is configured', () => {
    expect(readConfig([], {}).unencrypted).toBe(false);
    expect(readConfig(['--unencrypted', '1'], {}).unencrypted).toBe(true);
    expect(readConfig([], { HOLDFAST_AGENT_UNENCRYPTED: '1' }).unencrypted).toBe(true);
  });

  it('list the known ones when another one is given', () => {
    expect(() => readConfig(['--sever', 'x'], {})).toThrow(/--server: Server to synchronise with/);
  });
});
