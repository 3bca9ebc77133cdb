/** Desktops that synchronise: how they are known, what their people may do, and what they exchange with the server. */
import { getDevices, setDeviceAccess } from './administer.ts';
import { checkBlobs, downloadBlob, uploadBlob } from './blobs.ts';
import { pullChanges, pushChanges, repairScope } from './exchange.ts';
import { decideRefusedChange, getRefusedChanges, removeDevice, renameDevice, reportDevice } from './refused.ts';
import { registerDevice, registerDeviceAgain } from './register.ts';
import { watchChanges, watchChangesAsDevice } from './watch.ts';

export { authenticateDevice, signOutDevices } from './access.ts';
export { type SyncFigures, syncFigures } from './figures.ts';
export { forgetDeletions } from './forget.ts';
export { withdrawGrant, worksFor } from './memberships.ts';

/** The operations of this feature. */
export const deviceHandlers = [
  registerDevice,
  registerDeviceAgain,
  getDevices,
  setDeviceAccess,
  renameDevice,
  removeDevice,
  reportDevice,
  getRefusedChanges,
  decideRefusedChange,
  pushChanges,
  pullChanges,
  repairScope,
  checkBlobs,
  uploadBlob,
  downloadBlob,
  watchChanges,
  watchChangesAsDevice,
];
