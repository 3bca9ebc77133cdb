import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are not of the public internet (RFC 6890): private, of this machine, link-local, shared, reserved, of documentation, and IPv6 that contains IPv4. */
const NOT_PUBLIC: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const notPublic = new BlockList();
for (const [network, prefix] of NOT_PUBLIC)
  notPublic.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');

/** Finds all addresses of a host name. */
export type Resolver = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Returns the function by which a connection finds the addresses of a host name; it refuses a name with an address that is not of the public internet.
 * The connection is opened to the addresses that were checked: a name server that answers differently the next time changes nothing.
 */
export function publicLookup(resolve: Resolver = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { all: true }, (error, found) => {
      const addresses = found ?? [];
      const first = addresses[0];
      if (error !== null) done(error, []);
      else if (first === undefined || !addresses.every(isPublic)) done(new NotPublic(hostname), []);
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** A connection to a host with an address that is not of the public internet. */
class NotPublic extends Error {
  constructor(hostname: string) {
    super(`The issuer publishes an address of an internal network, ${hostname}, which is not called.`);
  }
}

/** Refuses an address in place of a host name, for which a connection looks nothing up. @param hostname as in a URL, in brackets for IPv6 */
export function mustNotBeInternal(hostname: string): void {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  if (family !== 0 && !isPublic({ address, family })) throw new NotPublic(hostname);
}

function isPublic({ address, family }: LookupAddress): boolean {
  return !notPublic.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
