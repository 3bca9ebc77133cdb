import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { type Handler, handler } from '@holdfast/core';
import type { DesktopReaders } from './desktopReaders.ts';

/** The handlers of the operations on RFID readers. */
export function readerOperations(readers: () => DesktopReaders): Handler[] {
  /** @throws {Problem} of the given code when the command was not carried out */
  const state = (done: boolean, code: 'notFound' | 'noReader'): Promise<contract.ConnectedDevices> => {
    if (!done) throw new Problem(code);
    return Promise.resolve(readers().state());
  };
  return [
    handler(contract.getConnectedDevices, { reach: 'library', commit: () => state(true, 'notFound') }),
    handler(contract.selectReader, {
      reach: 'library',
      commit: async (_ctx, { id }) => state(readers().select(id), 'notFound'),
    }),
    handler(contract.connectReader, {
      reach: 'library',
      commit: async (_ctx, { path }) => state(readers().connect(path), 'notFound'),
    }),
    handler(contract.disconnectReader, {
      reach: 'library',
      commit: async (_ctx, { id }) => state(readers().disconnect(id), 'notFound'),
    }),
    handler(contract.startScanning, {
      reach: 'library',
      commit: async (_ctx, { mode }) => state(readers().startScan({ mode }), 'noReader'),
    }),
    handler(contract.stopScanning, {
      reach: 'library',
      commit() {
        readers().stopScan();
        return state(true, 'noReader');
      },
    }),
  ];
}
