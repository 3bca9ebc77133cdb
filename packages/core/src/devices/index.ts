/** Desktops that synchronise: their registration, the rights of their users, and their exchange with the server. */
import { getDevices, setDeviceAccess } from './administer.ts';
import { checkBlobs, downloadBlob, uploadBlob } from './blobs.ts';
import { pullChanges, pushChanges, repairScope } from './exchange.ts';
import { decideRefusedChange, getRefusedChanges, removeDevice, renameDevice, reportDevice } from './refused.ts';
import { registerDevice, registerDeviceAgain } from './register.ts';
import { watchChanges, watchChangesAsDevice } from './watch.ts';

export { authenticateDevice, signOutDevices } from './access.ts';
export { type SyncFigures, syncFigures } from './figures.ts';
export { purgeDeletions } from './forget.ts';
export { firstMemberOf, withdrawGrant, withdrawGrants, worksFor } from './memberships.ts';

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
