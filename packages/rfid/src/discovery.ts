/**
 * Selects the serial ports that may be opened without asking. Opening and probing a port writes to the device behind it: a printer, a
 * scale, a controller.
 */

/** A serial port as the operating system lists it. */
export interface SerialPortInfo {
  path: string;
  manufacturer?: string | undefined;
  friendlyName?: string | undefined;
  pnpId?: string | undefined;
}

/**
 * Classifies a port. Two kinds are opened without asking (`auto`): outgoing Bluetooth serial ports, which exist because a person paired a device, and
 * ports that a person accepted before. `null`: the port cannot be a reader.
 */
export function trustOf(port: SerialPortInfo, platform: string, accepted: ReadonlySet<string>): 'auto' | 'ask' | null {
  const { path, pnpId = '' } = port;
  if (accepted.has(portKey(port))) return 'auto';
  if (platform === 'win32') {
    if (!/^BTHENUM\\\{00001101-/i.test(pnpId)) return 'ask';
    // Each pairing creates two ports. The port for incoming connections has an address of zeros and never answers.
    const address = /&([0-9A-F]{12})_[0-9A-Z]+$/i.exec(pnpId)?.[1];
    return address === undefined || /^0+$/.test(address) ? null : 'auto';
  }
  if (platform === 'darwin') {
    if (/Bluetooth-Incoming-Port|debug-console/.test(path) || path.startsWith('/dev/tty.')) return null;
    return 'ask';
  }
  if (/\/rfcomm\d+$/.test(path)) return 'auto';
  return /\/tty(?:ACM|USB)\d+$/.test(path) ? 'ask' : null;
}

/** Returns a key that identifies the device plugged into a port. The name of the port is not enough, because it changes. */
export function portKey({ path, pnpId, manufacturer }: SerialPortInfo): string {
  return pnpId ?? (manufacturer === undefined ? path : `${manufacturer} ${path}`);
}

/** Returns the displayed name of a port. */
export function portLabel({ friendlyName, manufacturer }: SerialPortInfo): string {
  return friendlyName ?? manufacturer ?? '';
}
