/** Report templates by frx. */
import type { DataShape, DataType, Reports, TemplateCheck } from '@holdfast/core';
import { checkTemplate, describeImage, type Fonts, LimitError, readTemplate, TemplateError } from '@holdfast/frx';
import { loadFonts } from '@holdfast/frx/node';

/** The name under which templates know the data set. */
const DATA_SET = 'Holdfast';

/** What a template may hold, and take to be read. */
const CHECK_LIMITS = {
  templateBytes: 16 * 1024 * 1024,
  templateElements: 50_000,
  templateDepth: 100,
  steps: 1_000_000,
  milliseconds: 10_000,
};

/** C# names of the types. */
const TYPES = {
  text: 'string',
  integer: 'int',
  decimal: 'decimal',
  boolean: 'bool',
  moment: 'DateTime',
  bytes: 'byte[]',
} as const satisfies Record<DataType, string>;

/** Reports as frx prints them, with the fonts that come with it, so that they look the same on every server. */
export function frxReports(): Reports {
  let fonts: Fonts | undefined;
  return {
    check(template, tables) {
      fonts ??= loadFonts({ installed: false });
      return check(template, tables, fonts);
    },
  };
}

/** A template is looked at, never run: what it prints is found out when there is data to print. */
async function check(bytes: Uint8Array, shapes: readonly DataShape[], fonts: Fonts): Promise<TemplateCheck> {
  try {
    const tables = shapes.map(({ name, columns }) => ({ name, columns: typed(columns), rows: [] }));
    const template = readTemplate(bytes, { limits: CHECK_LIMITS });
    const findings = await checkTemplate(template, [{ name: DATA_SET, tables }], {
      fonts: fonts.anew(),
      describeImage,
      now: () => 0,
      limits: CHECK_LIMITS,
      pages: 0,
    });
    return {
      readable: true,
      findings: findings.map(({ message, line, object }) => ({ message, line: line ?? null, object: object ?? null })),
    };
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof LimitError)) throw error;
    const line = error instanceof TemplateError ? error.line : undefined;
    return { readable: false, findings: [{ message: error.message, line: line ?? null, object: null }] };
  }
}

function typed(columns: DataShape['columns']): { name: string; type: (typeof TYPES)[DataType] }[] {
  return columns.map(({ name, type }) => ({ name, type: TYPES[type] }));
}
