/** Administration of companies. */
import { z } from 'zod';
import { Company, User } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { NAME_LIMIT, Name, text } from '../base/values.ts';
import { PICTURE_BODY_BYTES, PictureBytes } from '../media/picture.ts';

/** Longest address, in UTF-16 units. */
const ADDRESS_LIMIT = 1_000;

export const getCompanies = operation({
  name: 'getCompanies',
  method: 'GET',
  path: '/admin/companies',
  summary: 'Every company, by name.',
  effect: 'read',
  right: 'consult',
  offline: false,
  input: z.strictObject({}),
  output: z.array(Company),
  problems: [],
});

export const createCompany = operation({
  name: 'createCompany',
  method: 'POST',
  path: '/admin/companies',
  summary: 'Makes a company without questions, people or inspections.',
  effect: 'write',
  right: 'administer',
  audit: 'company',
  offline: false,
  input: z.strictObject({
    name: Name,
    id: idOf('company').optional().describe('Id for the new company, made by the caller.'),
  }),
  output: Company,
  problems: ['alreadyExists'],
});

export const getCompany = operation({
  name: 'getCompany',
  method: 'GET',
  path: '/admin/companies/{id}',
  summary: 'One company.',
  effect: 'read',
  right: 'consult',
  offline: false,
  input: z.strictObject({ id: idOf('company') }),
  output: Company,
  problems: ['notFound'],
});

export const updateCompany = operation({
  name: 'updateCompany',
  method: 'PUT',
  path: '/admin/companies/{id}',
  summary: 'Saves a company. The body is the complete company; omitted keys are not changed.',
  effect: 'write',
  right: 'manage',
  audit: 'company',
  offline: false,
  input: z.strictObject({
    id: idOf('company'),
    name: Name.optional(),
    shortName: text(NAME_LIMIT).optional().describe('May be empty.'),
    address: text(ADDRESS_LIMIT).optional().describe('Postal address, in lines; may be empty.'),
    accreditation: text(NAME_LIMIT).optional().describe('Body and number, as reports print them; may be empty.'),
    installationFieldsTemplateId: idOf('fieldsTemplate')
      .nullable()
      .optional()
      .describe('The questions asked of its installations; null: none.'),
    companyInspections: z.array(z.unknown()).max(2_000).optional().describe('Ignored: has separate operations.'),
    logoId: z.string().max(200).nullable().optional().describe('Ignored: has a separate operation.'),
    clock: z.string().max(200).optional().describe('Ignored: the version is in If-Match.'),
  }),
  output: Company,
  problems: ['notFound', 'changedMeanwhile'],
});

export const setCompanyLogo = operation({
  name: 'setCompanyLogo',
  method: 'PUT',
  path: '/ext/admin/companies/{id}/logo',
  summary: 'Sets or removes the logo of a company: JPEG, PNG, WebP, GIF or BMP.',
  effect: 'write',
  right: 'manage',
  audit: 'company',
  offline: false,
  bodyBytes: PICTURE_BODY_BYTES,
  input: z.strictObject({ id: idOf('company'), base64: PictureBytes.nullable().describe('null: no logo.') }),
  output: Company,
  problems: ['notFound', 'badInput', 'tooLarge', 'storageFull', 'unsupportedMedia', 'unavailable'],
});

export const getCompanyUsers = operation({
  name: 'getCompanyUsers',
  method: 'GET',
  path: '/admin/companies/{id}/users',
  summary: 'The people of a company, by name.',
  effect: 'read',
  right: 'manage',
  offline: false,
  input: z.strictObject({ id: idOf('company') }),
  output: z.array(User),
  problems: ['notFound'],
});

export const addCompanyInspection = operation({
  name: 'addCompanyInspection',
  method: 'POST',
  path: '/admin/companies/{id}/add-inspection/{inspectionId}',
  summary: 'Lets a company start a type of inspection.',
  effect: 'write',
  right: 'administer',
  audit: 'company',
  offline: false,
  input: z.strictObject({ id: idOf('company'), inspectionId: idOf('inspection') }),
  output: Company,
  problems: ['notFound'],
});

export const removeCompanyInspection = operation({
  name: 'removeCompanyInspection',
  method: 'DELETE',
  path: '/admin/companies/{id}/remove-inspection/{inspectionId}',
  summary: 'Removes an inspection type from those a company may start. Existing inspections are kept.',
  effect: 'write',
  right: 'administer',
  audit: 'company',
  offline: false,
  input: z.strictObject({ id: idOf('company'), inspectionId: idOf('inspection') }),
  output: Company,
  problems: ['notFound'],
});
