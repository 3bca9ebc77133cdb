/** Sites: rigs, platforms and vessels. */
import { getInstallation, getInstallations } from './getInstallations.ts';
import { updateInstallation } from './updateInstallation.ts';

/** The operations of this feature. */
export const installationHandlers = [getInstallations, getInstallation, updateInstallation];
