/** A slow line between a browser and its server that breaks every few seconds, in the middle of whatever goes over it. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How long the line holds, and how long nothing gets through afterwards, ms. */
const HOLDS_MS = 2_500;
const GONE_MS = 1_000;
/** What it carries of what is sent, bytes a second. */
const UPWARD = 2_500_000;

/** A line that breaks. */
export interface DroppingLine {
  /** Where the browser believes its server to be. */
  address: string;
  /** Lets it break from now on. */
  begin(): void;
  /** How often it broke while something was on it. */
  drops(): number;
  /** Lets it hold from now on. */
  steady(): void;
  close(): Promise<void>;
}

/** Opens a line to a server. It holds until it is told to break. */
export async function droppingLine(server: string): Promise<DroppingLine> {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  let isGone = false;
  let drops = 0;
  let turn: NodeJS.Timeout | undefined;

  const line = createServer((near) => {
    if (isGone) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(port), hostname);
    open.add(near);
    const end = (): void => {
      near.destroy();
      far.destroy();
      open.delete(near);
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    far.pipe(near);
    near.on('data', (piece) => {
      far.write(piece);
      near.pause();
      setTimeout(() => near.resume(), (piece.length / UPWARD) * 1_000);
    });
  });
  const hold = (): void => {
    isGone = false;
    turn = setTimeout(drop, HOLDS_MS);
  };
  const drop = (): void => {
    isGone = true;
    if (open.size > 0) drops += 1;
    for (const socket of open) socket.resetAndDestroy();
    turn = setTimeout(hold, GONE_MS);
  };
  const steady = (): void => {
    clearTimeout(turn);
    isGone = false;
  };
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    drops: () => drops,
    begin: hold,
    steady,
    close() {
      steady();
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => line.close(() => resolve()));
    },
  };
}
