import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { mustNotBeInternal, publicLookup, type Resolver } from './publicAddress.ts';

/** A name server that gives each answer once, the last one to every further question. */
function resolverOf(...answers: string[][]): Resolver & { asked: string[] } {
  const asked: string[] = [];
  const resolver: Resolver = (hostname, _options, done) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push(hostname);
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    // Not before the caller listens, as a name server.
    setImmediate(() => done(null, found));
  };
  return Object.assign(resolver, { asked });
}

/** Returns the reason for which a connection to a host with these addresses is refused; null: it would be opened. */
function refusal(...addresses: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    publicLookup(resolverOf(addresses))('host.test', { all: true }, (error) => resolve(error?.message ?? null));
  });
}

const INTERNAL = [
  '10.0.0.1',
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0.0.0.0',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '192.0.2.1',
  '203.0.113.255',
  '[::1]',
  '[::]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::a00:1]',
  '[2001:db8::1]',
  '[2002:a00:1::1]',
];
const PUBLIC = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '193.0.0.1', '[2606:4700::1111]', '[::ffff:8.8.8.8]'];

it.each(INTERNAL)('the internal address %s is not called, as an address or under a name', async (host) => {
  const { hostname } = new URL(`https://${host}`);
  expect(() => mustNotBeInternal(hostname)).toThrow('internal network');
  expect(await refusal('8.8.8.8', hostname.replace(/[[\]]/g, ''))).toContain('internal network');
});

it.each(PUBLIC)('the public address %s is called', async (host) => {
  const { hostname } = new URL(`https://${host}`);
  expect(() => mustNotBeInternal(hostname)).not.toThrow();
  expect(await refusal(hostname.replace(/[[\]]/g, ''))).toBeNull();
});

it('a name without an address is not called', async () => {
  expect(await refusal()).toContain('internal network');
});

it('a connection goes to the address that was checked, whatever the name server answers next', async () => {
  const resolver = resolverOf(['2606:4700::1111', '8.8.8.8'], ['127.0.0.1']);
  const reached: string[] = [];
  await new Promise<void>((resolve) => {
    const socket = connect({ host: 'rebinding.test', port: 9, lookup: publicLookup(resolver) });
    socket.on('error', () => undefined);
    socket.on('lookup', (_error, address) => {
      reached.push(address);
      socket.destroy();
    });
    socket.once('close', () => resolve());
  });
  expect(reached[0]).toMatch(/^(?:2606:4700::1111|8\.8\.8\.8)$/);
  expect(resolver.asked).toEqual(['rebinding.test']);
});

it('a server of this machine is not reached under a name that was public before', async () => {
  const requested: string[] = [];
  const server = createServer((incoming, answer) => {
    requested.push(incoming.url ?? '');
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const failure = await new Promise<Error>((resolve, reject) => {
    const lookup = publicLookup(resolverOf(['127.0.0.1']));
    request({ host: 'rebinding.test', port, lookup, agent: false }, () => reject(new Error('reached')))
      .on('error', resolve)
      .end();
  });
  expect(failure.message).toContain('internal network');
  expect(requested).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
});
