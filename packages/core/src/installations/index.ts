/** Sites: rigs, platforms and vessels. */
import {
  archiveInstallation,
  createInstallation,
  getAdminInstallationInspections,
  getAdminInstallations,
  editInstallation,
} from './administer.ts';
import { getInstallation, getInstallations } from './getInstallations.ts';
import { getInstallationFieldsTemplate } from './getInstallationFieldsTemplate.ts';
import { updateInstallation } from './updateInstallation.ts';

export { administeredInstallation } from './administered.ts';
export { installationRow } from './queries.ts';
export { recordedLocalTime, timeZoneAt, type ZonedInstallation } from './timeZones.ts';
export { weatherFrom, weatherPlace, WeatherReading } from './weather.ts';

/** The operations of this feature. */
export const installationHandlers = [
  getAdminInstallations,
  getAdminInstallationInspections,
  createInstallation,
  editInstallation,
  archiveInstallation,
  getInstallations,
  getInstallation,
  getInstallationFieldsTemplate,
  updateInstallation,
];
