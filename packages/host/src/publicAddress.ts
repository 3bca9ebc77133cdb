import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';

/** Addresses that are not of the public internet (RFC 6890): private, of this machine, link-local, shared, reserved, and IPv6 that contains IPv4. */
const NOT_PUBLIC: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const notPublic = new BlockList();
for (const [network, prefix] of NOT_PUBLIC)
  notPublic.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');

/** Returns true when a host has only addresses of the public internet. @param hostname as in a URL: a name, or an address, in brackets for IPv6 */
export async function isPublicHost(hostname: string): Promise<boolean> {
  const addresses = await lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true });
  return addresses.every(({ address, family }) => !notPublic.check(address, family === 6 ? 'ipv6' : 'ipv4'));
}
