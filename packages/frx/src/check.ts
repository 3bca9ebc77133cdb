/** Findings about a template before it is used: unknown tables and columns, fonts, objects that are not drawn. */
import { registeredTable } from './data/dictionary.ts';
import type { DataSet, DataTable } from './data/types.ts';
import { unknownColumn } from './engine/values/expressions.ts';
import { reasonOf } from './engine/reportError.ts';
import { scriptErrors } from './engine/scripts/scriptErrors.ts';
import { hasDrawer } from './objects/index.ts';
import type { Warning } from './page.ts';
import { prepare } from './prepare.ts';
import type { PrepareOptions } from './prepare.ts';
import type { Template, TemplateObject } from './template/model.ts';
import { parseFont } from './template/properties.ts';
import type { Fonts } from './text/index.ts';

/** A problem or peculiarity of a template that its author should see. */
export interface Finding {
  readonly kind:
    | 'unknownElement'
    | 'unknownAttribute'
    | 'unknownTable'
    | 'unknownColumn'
    | 'font'
    | 'notDrawn'
    /** The script cannot be read, or uses something that does not exist. */
    | 'script'
    /** There are more findings than are listed. */
    | 'tooMany'
    /** Reported while the report was printed with data. */
    | 'printing';
  readonly message: string;
  /** 1-based line of the template. */
  readonly line?: number | undefined;
  /** Name of the object it concerns. */
  readonly object?: string | undefined;
  /** The report cannot be printed until it is corrected. */
  readonly fails?: true | undefined;
}

/** Settings of a check of a template. */
export interface CheckOptions extends PrepareOptions {
  /** The report is printed up to this page; 0 checks the template without printing it. Default 100. */
  readonly pages?: number | undefined;
}

/**
 * Checks a template, and prints it with the given data. Findings are in the order of the template's lines.
 * @throws LimitError or the signal's reason, as `prepare` does
 */
export async function checkTemplate(
  template: Template,
  dataSets: readonly DataSet[],
  options: CheckOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { element, attribute, line } of template.unknown) {
    if (findings.length > MAX_FINDINGS) break;
    if (
      hasDrawer(element) ||
      LATER_ELEMENTS.has(element) ||
      element.endsWith('Control') ||
      LATER_ATTRIBUTES.has(attribute ?? '')
    )
      continue;
    if (attribute === undefined) {
      findings.push({ kind: 'unknownElement', message: `The element ${element} is unknown and is left out.`, line });
    } else {
      const message = `${element} has no property ${attribute}; it is left out.`;
      findings.push({ kind: 'unknownAttribute', message, line });
    }
  }
  const sources = sourcesOf(template);
  if (dataSets.length > 0) findings.push(...checkTables(template, sources, dataSets));
  addGiven(sources, dataSets);
  walk(template.root, (object) => {
    if (findings.length > MAX_FINDINGS) return;
    findings.push(...checkPaths(object, template, sources));
    const reason = NOT_DRAWN[object.type];
    if (reason !== undefined)
      findings.push({ kind: 'notDrawn', message: reason, line: object.line, object: object.name });
  });
  findings.push(...checkFonts(template, options.fonts.again()));
  // A missing table or column is listed once, though printing reports it too.
  const missing = findings.filter(({ kind }) => kind === 'unknownTable' || kind === 'unknownColumn');
  for (const finding of await printed(template, dataSets, options)) {
    const { line, message, fails } = finding;
    const known = missing.find(
      (one) => one.line === line && (one.kind === 'unknownTable' || message.startsWith(one.message.slice(0, -1))),
    );
    if (!known) findings.push(finding);
    else if (fails)
      findings[findings.indexOf(known)] = {
        ...known,
        fails,
        message: known.kind === 'unknownTable' ? known.message : message,
      };
  }
  // Errors in a method that ran are reported already.
  const reported = new Set(findings.flatMap(({ kind, line }) => (kind === 'printing' ? [line] : [])));
  for (const { message, line, fails } of scriptErrors(template, options.limits))
    if (!reported.has(line))
      findings.push({
        kind: 'script',
        message: `Script: ${message}${message.endsWith('?') ? '' : '.'}`,
        line,
        ...(fails && { fails }),
      });
  return atMost(withoutRepetition(findings).toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity)));
}

/** Further findings are not useful, and each has to be stored and shown. */
const MAX_FINDINGS = 500;

function atMost(findings: readonly Finding[]): Finding[] {
  if (findings.length <= MAX_FINDINGS) return [...findings];
  const message = `Only the first ${MAX_FINDINGS} findings are listed. Correct these and check the template again.`;
  return [...findings.slice(0, MAX_FINDINGS), { kind: 'tooMany', message }];
}

/** Elements that the engine reads though the table of the format lacks them; the buttons are for the screen only. */
const LATER_ELEMENTS = new Set(['AdvMatrixObject', 'Descriptor', 'MatrixCollapseButton', 'MatrixSortButton']);

/** Properties that the engine reads though the table of the format lacks them. */
const LATER_ATTRIBUTES = new Set(['PolyPoints_v2']);

const NOT_DRAWN: Readonly<Record<string, string>> = {
  MapObject: 'Map objects are not drawn; a frame is printed instead.',
  DialogPage: 'Dialogs are not shown; their controls keep the values of the template.',
};

function walk(object: TemplateObject, visit: (object: TemplateObject) => void): void {
  visit(object);
  for (const child of object.children) walk(child, visit);
}

/** A data source of the dictionary, its columns and parents by lower-case name. */
interface Source {
  /** Its element; undefined for a table of the data that the dictionary does not declare. */
  readonly node: TemplateObject | undefined;
  readonly columns: Set<string>;
  readonly parents: Map<string, Source>;
}

function nameOf(node: TemplateObject): string {
  return (node.attributes.get('Alias') ?? node.name).toLowerCase();
}

/** Data sources by name and by alias, with the relations between them. */
function sourcesOf(template: Template): Map<string, Source> {
  const sources = new Map<string, Source>();
  const { dictionary } = template;
  if (dictionary === undefined) return sources;
  walk(dictionary, (node) => {
    if (!node.type.endsWith('DataSource')) return;
    const names = node.children.flatMap((child) => [child.name.toLowerCase(), nameOf(child)]);
    const source: Source = { node, columns: new Set(names), parents: new Map() };
    sources.set(node.name.toLowerCase(), source);
    sources.set(nameOf(node), source);
  });
  for (const relation of dictionary.children) {
    if (relation.type !== 'Relation') continue;
    const parent = sources.get((relation.attributes.get('ParentDataSource') ?? '').toLowerCase());
    const child = sources.get((relation.attributes.get('ChildDataSource') ?? '').toLowerCase());
    if (parent === undefined || child === undefined) continue;
    const { node } = parent;
    const names = node === undefined ? [] : [nameOf(node), node.name.toLowerCase()];
    for (const name of [...names, nameOf(relation)]) child.parents.set(name, parent);
  }
  return sources;
}

/** Adds the tables and columns of the data that the dictionary does not declare: they can be printed all the same. */
function addGiven(sources: Map<string, Source>, dataSets: readonly DataSet[]): void {
  const declared = [...new Set(sources.values())];
  for (const table of dataSets.flatMap(({ tables }) => tables)) {
    const fields = (table.columns ?? []).map((column) => column.name.toLowerCase());
    const owners = declared.filter(({ node }) => node && registeredTable(node, dataSets) === table);
    for (const { columns } of owners) for (const field of fields) columns.add(field);
    const name = table.name.toLowerCase();
    if (owners.length === 0 && !sources.has(name))
      sources.set(name, { node: undefined, columns: new Set(fields), parents: new Map() });
  }
}

function referenceOf(node: TemplateObject): string {
  return node.attributes.get('ReferenceName') ?? node.attributes.get('TableName') ?? node.name;
}

/** Number of bands that a finding names. */
const NAMED_BANDS = 3;

/** Findings about sources whose table, and columns whose field, is missing in the data. */
function checkTables(
  template: Template,
  sources: ReadonlyMap<string, Source>,
  dataSets: readonly DataSet[],
): Finding[] {
  const findings: Finding[] = [];
  const readers = new Map<string, string[]>();
  walk(template.root, ({ name, attributes }) => {
    const source = attributes.get('DataSource');
    if (source === undefined) return;
    const known = readers.get(source);
    if (known === undefined) readers.set(source, [name]);
    else known.push(name);
  });
  for (const { node } of new Set(sources.values())) {
    if (node === undefined || node.attributes.has('TableData') || node.parent?.type.endsWith('DataSource') === true)
      continue;
    const reference = referenceOf(node);
    const table = registeredTable(node, dataSets);
    if (table === undefined) {
      findings.push({
        kind: 'unknownTable',
        message: `There is no table ${reference}${withoutRows(readers.get(node.name) ?? [])}.`,
        line: node.line,
        object: node.name,
      });
      continue;
    }
    const fields = fieldsOf(table);
    if (fields.size === 0) continue;
    for (const column of node.children) {
      if (column.type !== 'Column' || column.attributes.get('Calculated') === 'true') continue;
      const field = column.attributes.get('PropName') ?? column.name;
      if (fields.has(field.toLowerCase())) continue;
      const message = `The table ${reference} has no column ${field}.`;
      findings.push({ kind: 'unknownColumn', message, line: column.line, object: node.name });
    }
  }
  return findings;
}

/** States the consequence for the bands that read a missing table. */
function withoutRows(bands: readonly string[]): string {
  if (bands.length === 0) return '';
  return `: ${bands.slice(0, NAMED_BANDS).join(', ')} ${bands.length === 1 ? 'has' : 'have'} no rows`;
}

/** The declared columns of a table, otherwise those of its first row; none when it is empty and declares none. */
function fieldsOf(table: DataTable): Set<string> {
  if (table.columns !== undefined) return new Set(table.columns.map((column) => column.name.toLowerCase()));
  for (const row of table.rows)
    return new Set(Array.isArray(row) ? [] : Object.keys(row).map((name) => name.toLowerCase()));
  return new Set();
}

/** `[Source.Column]`, `[Source.Parent.Column]`. */
const PATH = /\[([\p{L}_][\p{L}\p{N}_ ]*(?:\.[\p{L}_][\p{L}\p{N}_ ]*)+)\]/gu;
const WITH_PATHS = new Set([
  'Text',
  'Expression',
  'Filter',
  'Condition',
  'DataColumn',
  'VisibleExpression',
  'Bookmark',
  'OutlineExpression',
]);

/** First names of a path that are not data sources. */
const OTHER_ROOTS = new Set(
  (
    'report engine page system math datetime timespan string convert environment guid color int long short byte double float decimal bool ' +
    'char object int32 int64 boolean'
  ).split(' '),
);

function checkPaths(object: TemplateObject, template: Template, sources: ReadonlyMap<string, Source>): Finding[] {
  const findings: Finding[] = [];
  for (const [name, value] of object.attributes) {
    if (!WITH_PATHS.has(name.split('.').at(-1) ?? name)) continue;
    for (const [, path = ''] of value.matchAll(PATH)) {
      const [root = '', ...steps] = path.split('.').map((word) => word.trim().toLowerCase());
      if (OTHER_ROOTS.has(root) || template.byName.get(root)?.type.endsWith('DataSource') === false) continue;
      const place = { line: object.line, object: object.name };
      const source = sources.get(root);
      if (source === undefined)
        findings.push({
          kind: 'unknownTable',
          message: `[${path}] names a table that the report does not have.`,
          ...place,
        });
      else if (!resolves(source, steps))
        findings.push({ kind: 'unknownColumn', message: unknownColumn(path), ...place });
    }
  }
  return findings;
}

/** Returns true when the steps go through parents to a column; what follows a column is a property of its value. */
function resolves(source: Source, steps: readonly string[]): boolean {
  let at = source;
  for (const step of steps) {
    if (at.columns.has(step)) return true;
    const parent = at.parents.get(step);
    if (parent === undefined) return false;
    at = parent;
  }
  return true;
}

/** Maximum number of font families that are checked: no report needs more. */
const MAX_FAMILIES = 200;

/** Findings about fonts whose substitutes have other widths. */
function checkFonts(template: Template, fonts: Fonts): Finding[] {
  const first = new Map<string, TemplateObject>();
  walk(template.root, (object) => {
    for (const [name, value] of object.attributes) {
      if (first.size >= MAX_FAMILIES || (name !== 'Font' && !name.endsWith('.Font'))) continue;
      const font = parseFont(value);
      const family = font.family.toLowerCase();
      // The style selects the face, not the family that is the substitute.
      if (first.has(family)) continue;
      first.set(family, object);
      fonts.face(font);
    }
  });
  return fonts.substitutions().flatMap(({ family, used, quality }) => {
    const object = first.get(family.toLowerCase());
    if (object === undefined || quality === 'same') return [];
    const effect = quality === 'near' ? 'lines may break elsewhere' : 'its widths are the same';
    const message = `The font ${family} is replaced by ${used}; ${effect}.`;
    return [{ kind: 'font', message, line: object.line, object: object.name }];
  });
}

async function printed(template: Template, dataSets: readonly DataSet[], options: CheckOptions): Promise<Finding[]> {
  const { pages = 100 } = options;
  const report = prepare(template, dataSets, { ...options, stopOnError: false, fonts: options.fonts.again() });
  if (pages > 0) for await (const page of report.pages) if (page.number >= pages) break;
  return [...report.warnings(), ...report.uncompiled()].map((warning: Warning) => ({
    kind: 'printing',
    message: reasonOf(warning),
    line: warning.line,
    object: warning.object,
    ...(warning.fails && { fails: true }),
  }));
}

function withoutRepetition(findings: readonly Finding[]): Finding[] {
  const known = new Set<string>();
  return findings.filter(({ message, line, object }) => {
    const key = `${line}|${object}|${message}`;
    return !known.has(key) && known.add(key).size > 0;
  });
}
