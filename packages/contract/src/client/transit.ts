/** Names and addresses by which a computer reaches itself, in a URL. */
const OWN_COMPUTER = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Returns true when others in the network can read what is sent to an origin: it has no encryption and is not on this computer. */
export function isReadableInTransit(origin: string): boolean {
  const host = /^http:\/\/(\[[^\]]*\]|[^/:]*)(?::\d+)?$/.exec(origin)?.[1];
  return host !== undefined && !OWN_COMPUTER.test(host);
}
