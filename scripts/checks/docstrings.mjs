/** Check of docstrings (CONTRIBUTING.md): an exported name of a package or application has one, or a description that its schema carries. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from '../bootstrap/run.mjs';

/** The sources that are checked. */
const FOLDERS = [
  ...['api', 'contract', 'core', 'demo', 'device', 'frx', 'host', 'rfid', 'sync'].map((name) => `packages/${name}/src`),
  ...['desktop', 'server', 'web'].map((name) => `apps/${name}/src`),
];

/** Folders whose exports still lack docstrings. */
const EXEMPT =
  /^packages\/frx\/src\/(?:expression|script\/(?:binder\/(?:expressions|types)|grammar))\/|^packages\/frx\/src\/script\/binder\/[^/]+$/;

/** A description that is part of a declaration: of a schema, or the summary that the types require of an operation, which its handler shares. */
const DESCRIBED = /\.describe\(|\.meta\(|^(?:operation|deviceHandler|handler)\(/;

/** Kinds of statements that declare a name. */
const DECLARATIONS = new Set([
  'VariableDeclaration',
  'FunctionDeclaration',
  'TSDeclareFunction',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]);

/**
 * Finds exported declarations of one source without a docstring.
 *
 * @param {string} file path from the root of the repository
 * @param {string} source
 * @returns {{ file: string, line: number, name: string }[]}
 */
export function undocumentedIn(file, source) {
  const { program, comments } = parseSync(file, source);
  const docstrings = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
  /** @type {{ file: string, line: number, name: string }[]} */
  const found = [];
  /** Names with a docstring: the type of a schema and overloads share that of their name. @type {Set<string>} */
  const documented = new Set();
  for (const node of program.body) {
    const isExport = node.type === 'ExportNamedDeclaration';
    const declaration = isExport ? node.declaration : node;
    if (declaration === null || !DECLARATIONS.has(declaration.type)) continue;
    const { start } = node;
    const hasDocstring = docstrings.some(({ end }) => end <= start && /^\s*$/.test(source.slice(end, start)));
    for (const { name, init } of declared(declaration)) {
      const isDescribed = init !== null && DESCRIBED.test(source.slice(init.start, init.end));
      if (hasDocstring || isDescribed) documented.add(name);
      else if (isExport && !documented.has(name))
        found.push({ file, line: source.slice(0, start).split('\n').length, name });
    }
  }
  return found;
}

/**
 * @param {any} declaration
 * @returns {{ name: string, init: { start: number, end: number } | null }[]} the names that it declares, with their values
 */
function declared(declaration) {
  if (declaration.type !== 'VariableDeclaration') return [{ name: declaration.id.name, init: null }];
  return declaration.declarations.flatMap((/** @type {any} */ { id, init }) =>
    id.type === 'Identifier' ? [{ name: id.name, init }] : [],
  );
}

/** @returns {ReturnType<typeof undocumentedIn>} of the checked sources, without tests */
export function checkDocstrings() {
  return FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/\/(?:testing|migrations)\//.test(file) && !EXEMPT.test(file))
    .flatMap((file) => undocumentedIn(file, readFileSync(join(ROOT, file), 'utf8')));
}
