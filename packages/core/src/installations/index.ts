/** Sites: rigs, platforms and vessels. */
import { getInstallation, getInstallations } from './getInstallations.ts';

/** The operations of this feature. */
export const installationHandlers = [getInstallations, getInstallation];
