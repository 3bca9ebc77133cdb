/**
 * Writes `packages/frx/src/template/classes.json`: the classes of FastReport with their bases and the C# types of their properties, the values of
 * those that no template stores, and the enums, from two lists taken from the reference: `node scripts/generate/reportClasses.mjs <folder>`, where the folder holds `properties.tsv` (class,
 * base, property, type, default, declaring class) and `enums.tsv` (name, `flags`, members with their numbers). `npm run format` comes after it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Usage: node scripts/generate/reportClasses.mjs <folder with properties.tsv and enums.tsv>');

/** Exports, connections to databases and cubes are no part of a report that a script can reach. */
const LEFT_OUT = /Export|CrossView|Cube|^(?:Csv|Json|Xml)|^Procedure|^class$/u;

/** C# keywords of .NET types. */
const KEYWORDS = new Map(
  Object.entries({
    Boolean: 'bool',
    Int16: 'short',
    Int32: 'int',
    Single: 'float',
    Double: 'double',
    String: 'string',
    Object: 'object',
    Byte: 'byte',
  }),
);

/** @param {string} name */
function rowsOf(name) {
  return readFileSync(join(/** @type {string} */ (folder), name), 'utf8')
    .replace(/^\uFEFF/u, '')
    .split('\n')
    .slice(1)
    .filter((line) => line.includes('\t'))
    .map((line) => line.replace(/\r$/u, '').split('\t'));
}

/** @param {string} type */
function keyword(type) {
  const element = type.replace(/\[\]$/u, '');
  return (KEYWORDS.get(element) ?? element) + type.slice(element.length);
}

/** @type {Map<string, { base: string, properties: Map<string, Set<string>> }>} */
const classes = new Map();
/** @param {string} name */
function classOf(name) {
  const found = classes.get(name) ?? { base: '', properties: new Map() };
  classes.set(name, found);
  return found;
}
for (const [name = '', base = '', property = '', type = '', , owner = ''] of rowsOf('properties.tsv')) {
  if (LEFT_OUT.test(name)) continue;
  classOf(name).base = base;
  if (LEFT_OUT.test(owner) || type.includes('`')) continue;
  const { properties } = classOf(owner);
  const key = keyword(type);
  properties.set(key, (properties.get(key) ?? new Set()).add(property));
}

/** Properties that no template stores: their values depend on the class alone. */
const FIXED = /^(?:Flag\w*|OriginalComponent|Reference)$/u;
/** @type {Map<string, Map<string, string[]>>} */
const fixed = new Map();
for (const [name = '', , property = '', , value = ''] of rowsOf('properties.tsv')) {
  if (LEFT_OUT.test(name) || !FIXED.test(property)) continue;
  const values = fixed.get(property) ?? new Map();
  fixed.set(property, values.set(value, [...(values.get(value) ?? []), name]));
}

/**
 * The values of a property with the classes that have them; the most frequent one comes first, without its classes.
 * @param {Map<string, string[]>} values
 */
function valuesOf(values) {
  const [[most] = [''], ...others] = [...values].toSorted(([, a], [, b]) => b.length - a.length);
  return { [most]: '', ...Object.fromEntries(others.map(([value, names]) => [value, names.join(' ')])) };
}

const byName = (/** @type {[string, unknown]} */ [a], /** @type {[string, unknown]} */ [b]) => (a < b ? -1 : 1);
const table = {
  classes: Object.fromEntries(
    [...classes]
      .toSorted(byName)
      .map(([name, { base, properties }]) => [
        name,
        [base, [...properties].map(([type, names]) => `${type} ${[...names].join(',')}`).join(';')],
      ]),
  ),
  fixed: Object.fromEntries([...fixed].toSorted(byName).map(([property, values]) => [property, valuesOf(values)])),
  enums: Object.fromEntries(
    rowsOf('enums.tsv').map(([name = '', flags = '', members = '']) => [
      name,
      `${flags} ${members.replaceAll(', ', ' ')}`.trim(),
    ]),
  ),
};

const file = join(import.meta.dirname, '../../packages/frx/src/template/classes.json');
writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
