import { z } from 'zod';

/** The kinds of thing an id can name: the tables whose rows a caller may point at. */
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

/**
 * Every id: a UUID in lower case, version 7, or version 8 where it is derived from a natural key. The creator of a row makes its id,
 * because the desktop creates rows while offline (product decision 7).
 */
export const Id = uuid('A UUID in lower case.');

function uuid(description: string): z.ZodString {
  return z
    .string()
    .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'must be a UUID in lower case')
    .describe(description);
}

/** An id as it travels and is stored. */
export type Id = z.infer<typeof Id>;

/** Characters of a UUID. */
const ID_LENGTH = 36;

const kinds = new WeakMap<object, IdKind>();

/**
 * An id of one kind of thing. The kind is what lets `dispatch` find the company a call belongs to, and the access matrix try a foreign id
 * in each place on its own.
 */
export function idOf(kind: IdKind): z.ZodString {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const schema = uuid(`Id of ${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}.`);
  kinds.set(schema, kind);
  return schema;
}

/** Ids of one kind of thing as a query carries them: joined by commas. */
export function idListOf(kind: IdKind, most: number): z.ZodType<string[], string | string[]> {
  const schema = z
    .union([z.string().max(most * (ID_LENGTH + 1)), z.array(z.string()).max(most)])
    .transform((ids) => (typeof ids === 'string' ? ids.split(',') : ids))
    .pipe(z.array(idOf(kind)).min(1).max(most))
    .describe(`Ids of ${kind}s, separated by commas.`);
  kinds.set(schema, kind);
  return schema;
}

/** The kind an id schema was made for, looking through `.describe()`, `.optional()`, `.nullable()`, array and union; undefined for anything else. */
export function idKindOf(schema: z.core.$ZodType): IdKind | undefined {
  const own = kinds.get(schema);
  if (own !== undefined) return own;
  // A schema with a description is a copy that names the one it was made from.
  if (schema._zod.parent !== undefined) return idKindOf(schema._zod.parent);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return idKindOf(schema.def.innerType);
  }
  if (schema instanceof z.ZodArray) return idKindOf(schema.def.element);
  if (schema instanceof z.ZodUnion) return schema.def.options.map(idKindOf).find((kind) => kind !== undefined);
  return undefined;
}
