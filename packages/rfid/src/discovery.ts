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
 * Judges a port. Only outgoing Bluetooth serial ports, which exist because a person paired a device, and ports a person accepted before are opened
 * without asking; `null`: cannot be a reader at all.
 */
export function trustOf(port: SerialPortInfo, platform: string, accepted: ReadonlySet<string>): 'auto' | 'ask' | null {
  const { path, pnpId = '' } = port;
  if (accepted.has(portKey(port))) return 'auto';
  if (platform === 'win32') {
    if (!/^BTHENUM\\\{00001101-/i.test(pnpId)) return 'ask';
    // Each pairing makes two ports; the one for incoming connections, with an address of zeros, never answers.
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

/** Returns the key of a port: of the device plugged in, rather than of the port, whose name changes. */
export function portKey({ path, pnpId, manufacturer }: SerialPortInfo): string {
  return pnpId ?? (manufacturer === undefined ? path : `${manufacturer} ${path}`);
}

/** Returns the displayed name of a port. */
export function portLabel({ friendlyName, manufacturer }: SerialPortInfo): string {
  return friendlyName ?? manufacturer ?? '';
}
