import { z } from 'zod';

/** The kinds of record that an id can refer to: the tables whose rows callers may name. */
export type IdKind =
  | 'company'
  | 'companyLogo'
  | 'condition'
  | 'device'
  | 'field'
  | 'fieldImage'
  | 'fieldOption'
  | 'fieldType'
  | 'fieldsTemplate'
  | 'fieldsTemplateType'
  | 'file'
  | 'image'
  | 'inspection'
  | 'inspectionDefaultItem'
  | 'inspectionItemType'
  | 'installation'
  | 'installationInspection'
  | 'installationInspectionItem'
  | 'item'
  | 'itemType'
  | 'note'
  | 'report'
  | 'reportType'
  | 'sweep'
  | 'token'
  | 'user';

/** A UUID within a pattern. */
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

/**
 * Every id: a UUID in lower case, version 7, or version 8 where it is derived from a natural key. The creator of a row makes its id,
 * because the desktop creates rows while offline (product decision 7).
 */
export const Id = uuid('A UUID in lower case.');

function uuid(description: string): z.ZodString {
  return z
    .string()
    .regex(new RegExp(`^${UUID}$`), 'must be a UUID in lower case')
    .describe(description);
}

/** An id as it is sent and stored. */
export type Id = z.infer<typeof Id>;

/** Characters of a UUID. */
const ID_LENGTH = 36;

const kinds = new WeakMap<object, IdKind>();

/** An id of one kind of record. By its kind, `dispatch` finds the company of a call, and the access matrix tries an id of another company in each place. */
export function idOf(kind: IdKind): z.ZodString {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const schema = uuid(`Id of ${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}.`);
  kinds.set(schema, kind);
  return schema;
}

/** Ids of one kind of record in a query, joined by commas. */
export function idListOf(kind: IdKind, most: number): z.ZodType<string[], string | string[]> {
  const schema = z
    .union([
      z
        .string()
        .max(most * (ID_LENGTH + 1) - 1)
        .regex(new RegExp(`^${UUID}(?:,${UUID})*$`), 'must be UUIDs in lower case, separated by commas'),
      z.array(idOf(kind)).min(1).max(most),
    ])
    .transform((ids) => (typeof ids === 'string' ? ids.split(',') : ids))
    .describe(`Ids of ${kind}s, separated by commas.`);
  kinds.set(schema, kind);
  return schema;
}

/** Returns the kind of an id schema, also inside `.describe()`, `.optional()`, `.nullable()`, array and union; undefined for any other schema. */
export function idKindOf(schema: z.core.$ZodType): IdKind | undefined {
  const own = kinds.get(schema);
  if (own !== undefined) return own;
  // A schema with a description is a copy that refers to the original.
  if (schema._zod.parent !== undefined) return idKindOf(schema._zod.parent);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return idKindOf(schema.def.innerType);
  }
  if (schema instanceof z.ZodArray) return idKindOf(schema.def.element);
  if (schema instanceof z.ZodUnion) return schema.def.options.map(idKindOf).find((kind) => kind !== undefined);
  return undefined;
}
