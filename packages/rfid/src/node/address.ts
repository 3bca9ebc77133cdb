/** A reader that is configured by its address instead of discovered. */
export type ReaderAddress =
  | { protocol: 'tsl' | 'line'; path: string }
  | { protocol: 'tsl' | 'line' | 'llrp'; host: string; port: number };

/** Port of LLRP without encryption. */
const LLRP_PORT = 5084;

/**
 * Reads the address of a reader: `tsl:COM7`, `line:/dev/ttyUSB0`, `llrp://192.0.2.4`, `tsl+tcp://192.0.2.5:4001`.
 * @returns null when the text is no address of a reader
 */
export function readerAddress(text: string): ReaderAddress | null {
  const net = /^(?:(llrp):|(tsl|line)\+tcp:)\/\/([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?$/i.exec(text);
  if (net !== null) {
    const protocol = (net[1] ?? net[2] ?? '').toLowerCase() as 'tsl' | 'line' | 'llrp';
    const port = net[4] === undefined ? (protocol === 'llrp' ? LLRP_PORT : 0) : Number(net[4]);
    return port < 1 || port > 65_535 ? null : { protocol, host: net[3]!.replace(/^\[|\]$/g, ''), port };
  }
  const serial = /^(tsl|line):(?!\/\/)(.+)$/i.exec(text);
  return serial === null ? null : { protocol: serial[1]!.toLowerCase() as 'tsl' | 'line', path: serial[2]! };
}
