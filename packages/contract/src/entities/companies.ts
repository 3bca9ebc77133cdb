/** Companies, their users, reports and history, as sent over the API. */
import { z } from 'zod';
import { ROLES } from '../roles.ts';
import { idOf } from '../base/id.ts';
import { Instant } from '../base/values.ts';

/** A client: owns installations and people. */
export const Company = z
  .strictObject({
    id: idOf('company'),
    name: z.string(),
    shortName: z.string().describe('May be empty.'),
    address: z.string().describe('Postal address, in lines; may be empty.'),
    accreditation: z.string().describe('Body and number, as reports print them; may be empty.'),
    logoId: idOf('companyLogo').nullable().describe('Its logo, at /company-logos/{id}; null: none.'),
    installationFieldsTemplateId: idOf('fieldsTemplate')
      .nullable()
      .describe('The questions asked of its installations; null: none.'),
    companyInspections: z
      .array(z.strictObject({ inspectionId: idOf('inspection'), name: z.string() }))
      .describe('Types of inspection it may start, by name.'),
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'Company' });

/** A report template. In lists, `frx` is empty. */
export const Report = z
  .strictObject({
    id: idOf('report'),
    title: z.string(),
    frx: z.string().describe('The template, base64; empty in lists.'),
    companyId: idOf('company').nullable().describe('null: for every company.'),
    inspectionId: idOf('inspection').nullable().describe('null: for every type of inspection.'),
    reportTypeId: idOf('reportType'),
    published: z.boolean().describe('Whether inspectors find it in their lists.'),
    updatedAt: Instant,
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'Report' });

/** One line of the History tab. */
export const HistoryRecord = z
  .strictObject({
    id: z.string().describe('Stable within the company.'),
    action: z.enum(['Created', 'Changed', 'Deleted']),
    table: z.string().describe('What kind of thing changed: "Item", "Condition", "Note" …'),
    field: z.string().describe("The question's name, or what about the thing changed; empty for the thing as a whole."),
    from: z.string().describe('As it read before; empty: nothing.'),
    to: z.string().describe('As it read afterwards; empty: nothing.'),
    userName: z.string().describe('Who did it.'),
    createdAt: Instant.describe('When it was done, by the corrected clock of the device.'),
    overridden: z.boolean().describe('This edit was overridden by a later one of another user (product decision 33).'),
  })
  .meta({ id: 'HistoryRecord' });

/** Roles (product decision 1). */
export const Role = z.enum(ROLES);

/** A user with an account, as the account's owner and administrators see it. */
export const User = z
  .strictObject({
    id: idOf('user'),
    name: z.string(),
    email: z.string(),
    role: Role,
    companyId: idOf('company').nullable().describe('null: staff of the operator of the system.'),
    companyName: z.string().nullable(),
  })
  .meta({ id: 'User' });

/** Types of these entities. */
export type Company = z.infer<typeof Company>;
export type Report = z.infer<typeof Report>;
export type HistoryRecord = z.infer<typeof HistoryRecord>;
export type Role = z.infer<typeof Role>;
export type User = z.infer<typeof User>;
