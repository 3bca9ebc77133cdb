/** Simulates a fixed reader that speaks LLRP with one client at a time. */
import {
  encodeMessage,
  encodeParameter,
  joined,
  MESSAGE,
  messageSplitter,
  PARAMETER,
  readU32,
  u16,
  u32,
  u8,
} from '../llrp/messages.ts';

/** A simulated fixed reader. */
export interface LlrpSim {
  /** Returns the bytes written as soon as a client connects. @param busy true when it serves another client */
  greet(busy?: boolean): Uint8Array;
  receive(bytes: Uint8Array): Uint8Array;
  /** Reports a tag, if the reader was started. */
  report(epc: string, rssi: number, antenna?: number): Uint8Array;
  keepalive(): Uint8Array;
  /** Types of the received messages, oldest first. */
  readonly taken: number[];
  readonly running: boolean;
  /** Number of next messages that it does not answer. */
  ignore: number;
}

/** Opens a reader without instructions. */
export function llrpSim(): LlrpSim {
  const splitter = messageSplitter();
  const taken: number[] = [];
  let spec: 'none' | 'added' | 'enabled' | 'running' = 'none';
  let id = 1_000;
  const status = (code: number): Uint8Array => encodeParameter(PARAMETER.status, u16(code), u16(0));
  const sim: LlrpSim = {
    taken,
    ignore: 0,
    get running() {
      return spec === 'running';
    },
    greet(busy = false) {
      const attempt = encodeParameter(PARAMETER.connectionAttempt, u16(busy ? 2 : 0));
      const time = encodeParameter(128, u32(0), u32(0));
      return encodeMessage(MESSAGE.event, 0, encodeParameter(PARAMETER.eventData, time, attempt));
    },
    receive: (bytes) =>
      joined(
        splitter.push(bytes).messages.map(({ type, id: asked, body }) => {
          taken.push(type);
          if (sim.ignore > 0) {
            sim.ignore -= 1;
            return new Uint8Array(0);
          }
          return answer(type, asked, body);
        }),
      ),
    report(epc, rssi, antenna = 1) {
      if (spec !== 'running') return new Uint8Array(0);
      const bytes = Uint8Array.from((epc.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
      const number =
        bytes.length === 12
          ? joined([u8(0x80 | 13), bytes])
          : encodeParameter(PARAMETER.epc, u16(bytes.length * 8), bytes);
      const tag = encodeParameter(PARAMETER.tagReport, number, u8(0x80 | 1), u16(antenna), u8(0x80 | 6), u8(rssi));
      id += 1;
      return encodeMessage(MESSAGE.report, id, tag);
    },
    keepalive() {
      id += 1;
      return encodeMessage(MESSAGE.keepalive, id);
    },
  };

  function answer(type: number, asked: number, body: Uint8Array): Uint8Array {
    switch (type) {
      case MESSAGE.getCapabilities: {
        const name = new TextEncoder().encode('6.4.1');
        const general = encodeParameter(
          PARAMETER.capabilities,
          u16(4),
          u16(0),
          u32(25_882),
          u32(2_001_002),
          u16(name.length),
          name,
        );
        return encodeMessage(MESSAGE.capabilities, asked, status(0), general);
      }
      case MESSAGE.setConfig:
        // The first bit would reset the reader to its factory settings.
        if ((body[0] ?? 0) !== 0) throw new Error('The reader was reset to its factory settings.');
        return encodeMessage(MESSAGE.configSet, asked, status(0));
      case MESSAGE.deleteSpec: {
        const wasThere = spec !== 'none';
        spec = 'none';
        return encodeMessage(MESSAGE.specDeleted, asked, status(wasThere ? 0 : 101));
      }
      case MESSAGE.addSpec:
        spec = 'added';
        return encodeMessage(MESSAGE.specAdded, asked, status(readU32(body, 4) === 0 ? 100 : 0));
      case MESSAGE.enableSpec:
        spec = spec === 'added' ? 'enabled' : spec;
        return encodeMessage(MESSAGE.specEnabled, asked, status(spec === 'enabled' ? 0 : 101));
      case MESSAGE.startSpec:
        spec = spec === 'enabled' ? 'running' : spec;
        return encodeMessage(MESSAGE.specStarted, asked, status(0));
      case MESSAGE.stopSpec:
        spec = spec === 'running' ? 'enabled' : spec;
        return encodeMessage(MESSAGE.specStopped, asked, status(0));
      default:
        return new Uint8Array(0);
    }
  }
  return sim;
}
