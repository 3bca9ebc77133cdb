/** Installations and their inspections, as sent over the API. */
import { z } from 'zod';
import { idOf } from '../base/id.ts';
import { UnixDay } from '../base/values.ts';
import { FieldResponse } from './fields.ts';

/** The counts behind a stacked condition bar. Locations count only once a condition was set on them (product decision 12). */
const counts = {
  totalItems: z.number().int().describe('Items that count.'),
  fitForPurpose: z.number().int(),
  needsAttention: z.number().int(),
  defective: z.number().int(),
  notApplicable: z.number().int(),
};

/** A running or past inspection of an installation, as lists and cards show it. */
export const InstallationInspectionSummary = z
  .strictObject({
    id: idOf('installationInspection'),
    installationId: idOf('installation'),
    inspectionId: idOf('inspection'),
    inspectionName: z.string(),
    startDate: UnixDay,
    expectedEndDate: UnixDay,
    ...counts,
  })
  .meta({ id: 'InstallationInspectionSummary' });

/** A running or past inspection of an installation. */
export const InstallationInspection = z
  .strictObject({
    id: idOf('installationInspection'),
    installationId: idOf('installation'),
    inspectionId: idOf('inspection'),
    inspectionName: z.string(),
    installationName: z.string(),
    startDate: UnixDay,
    expectedEndDate: UnixDay,
    fieldResponses: z.array(FieldResponse).describe('Answers to the detail questions of the inspection.'),
    ...counts,
    clock: z.string().describe('Version of the dates and answers together; sent back as If-Match.'),
  })
  .meta({ id: 'InstallationInspection' });

/** The weather at an installation: ten hours, beginning with the current one. */
export const Weather = z
  .strictObject({
    hourly: z
      .strictObject({
        time: z.array(z.string()).describe('Local hours of the installation, ISO without zone.'),
        temperature_2m: z.array(z.number()),
        windspeed_10m: z.array(z.number()),
        weathercodeName: z
          .array(z.string())
          .describe('One of the names of docs/acceptance.md, WTHR, e.g. "rain-showers-slight".'),
      })
      .describe('Ten entries each.'),
    hourly_units: z
      .strictObject({ temperature_2m: z.string(), windspeed_10m: z.string() })
      .describe('As the source states them.'),
  })
  .meta({ id: 'Weather' });

/** A site: rig, platform or vessel. */
export const Installation = z
  .strictObject({
    id: idOf('installation'),
    name: z.string(),
    companyId: idOf('company'),
    latitude: z.number().nullable().describe('Degrees, north positive; null while unknown.'),
    longitude: z.number().nullable().describe('Degrees, east positive; null while unknown.'),
    timeZone: z.string().describe('IANA name; dates with a time are shown and printed in it (data decision 21).'),
    fieldResponses: z.array(FieldResponse).describe("Answers to the company's installation questions."),
    installationInspections: z.array(InstallationInspectionSummary).describe('By start date, newest first.'),
    weather: Weather.nullable().describe('null when it is not known; never waited for (product decision 24).'),
    clock: z.string().describe('Version of the installation and its answers together; sent back as If-Match.'),
  })
  .meta({ id: 'Installation' });

/** Types of these entities. */
export type InstallationInspectionSummary = z.infer<typeof InstallationInspectionSummary>;
export type InstallationInspection = z.infer<typeof InstallationInspection>;
export type Weather = z.infer<typeof Weather>;
export type Installation = z.infer<typeof Installation>;
