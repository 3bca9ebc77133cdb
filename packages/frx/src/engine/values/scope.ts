import type { DataSource, Relation, SourceColumn } from '../../data/dataSource.ts';
import { convertValue, typeNameOf } from '../../data/convert.ts';
import { defaultOf } from '../../expression/values/convert.ts';
import type { Binding, Scope } from '../../expression/scope.ts';
import { nearest } from '../../expression/similar.ts';
import type { TypeName, Value } from '../../expression/values/values.ts';
import type { Template, TemplateObject } from '../../template/model.ts';
import { textOf } from '../../template/properties.ts';
import { pageNumber, totalPageNumber } from '../pages/numbering.ts';
import { nullReference } from '../../script/runtime/values.ts';
import type { Run } from '../run.ts';
import { isEmptyTotal, totalValue } from './totals.ts';

/** A parameter of the report; nested ones are named `Parent.Child`. */
export interface Parameter {
  readonly name: string;
  readonly type: TypeName;
  value: Value;
  calculate: (() => Value) | undefined;
}

/** Returns true if the script and expressions of a template are in Visual Basic. */
export function isVisualBasic(template: Template): boolean {
  return textOf(template.root, 'ScriptLanguage', 'CSharp').trim().toLowerCase() === 'vb';
}

/** Creates the scope that resolves names in the expressions of a report. */
export function createScope(
  run: Run,
  parameters: ReadonlyMap<string, Parameter>,
  functions: Pick<Scope, 'resolveFirst' | 'resolveFunction'>,
): Scope {
  return {
    resolveFirst: (name, args) => functions.resolveFirst(name, args),
    resolveFunction: (name, args) => functions.resolveFunction(name, args),
    resolveColumn: (path, direct) => columnBinding(run, path, direct),
    resolveParameter: (path, direct) => {
      const parameter = parameters.get(path.toLowerCase());
      if (!parameter) return undefined;
      return {
        type: parameter.type,
        read: () => {
          const value = parameter.calculate ? parameter.calculate() : parameter.value;
          if (direct) return value;
          if (value !== null) return convertValue(value, parameter.type);
          if (parameter.type === 'double') throw nullReference();
          return run.convertNulls ? withoutNull(parameter.type) : null;
        },
        isNull: () => parameter.value === null && !parameter.calculate,
        write: (value) => {
          parameter.value = value;
          parameter.calculate = undefined;
        },
      };
    },
    resolveSystemVariable: (name) => systemVariable(run, name),
    resolveTotal: (name) => {
      const total = run.totals.find((one) => one.name.toLowerCase() === name.toLowerCase());
      return (
        total && {
          type: 'object',
          variant: true,
          read: () => totalValue(run, total),
          isNull: () => isEmptyTotal(run, total),
        }
      );
    },
    suggest: (path) => similarData(run, parameters, path),
    resolveObject: (name) =>
      name === 'Value' ? { type: 'object', variant: true, read: () => run.highlightValue } : undefined,
  };
}

/** Binds a path to a column; undefined if there is no such column. */
export function columnBinding(run: Run, path: string, direct: boolean): Binding | undefined {
  const found = columnPath(run, path);
  if (!found) return undefined;
  const { source, relations, owner, column } = found;
  const mayBeNull = direct && relations.length === 0;
  if (relations.length === 0) {
    return {
      type: column.type,
      read: () => {
        source.ensureInit();
        return mayBeNull && !run.convertNulls ? source.raw(column) : source.value(column);
      },
      isNull: () => {
        source.ensureInit();
        return source.raw(column) === null;
      },
    };
  }
  const walk = (): void => {
    source.ensureInit();
    for (const relation of relations) relation.parent.lookUp(relation);
  };
  return {
    type: column.type,
    read: () => {
      walk();
      return owner.value(column);
    },
    isNull: () => {
      walk();
      return owner.raw(column) === null;
    },
  };
}

/** A column with the relations that lead to it from the source of its path. */
export interface ColumnPath {
  readonly source: DataSource;
  readonly relations: readonly Relation[];
  readonly owner: DataSource;
  readonly column: SourceColumn;
}

/** Resolves `Source.Column` or `Source.Parent.….Column`; names of sources and columns may contain dots. */
export function columnPath(run: Run, path: string): ColumnPath | undefined {
  const names = path.split('.');
  // Prefixes and suffixes longer than any name are not tried, since a path may have arbitrarily many parts.
  for (let length = Math.min(names.length - 1, run.dictionary.sourceNameParts); length > 0; length--) {
    const source = run.dictionary.source(names.slice(0, length).join('.'));
    if (!source) continue;
    const relations: Relation[] = [];
    let start = source;
    let owner = source;
    for (let i = length; i < names.length; i++) {
      const column = names.length - i > owner.nameParts ? undefined : owner.column(names.slice(i).join('.'));
      if (column) return { source: start, relations, owner, column };
      const nested = relations.length === 0 ? run.dictionary.nested(owner, names[i]!) : undefined;
      if (nested) {
        start = nested;
        owner = nested;
        continue;
      }
      const relation = run.dictionary.parentRelation(owner, names[i]!);
      if (!relation) break;
      relations.push(relation);
      owner = relation.parent;
    }
  }
  return undefined;
}

const SYSTEM_VARIABLES =
  'Date Page TotalPages PageN PageNofM Row# AbsRow# HierarchyLevel HierarchyRow# Page# TotalPages# CopyName#'.split(
    ' ',
  );

/**
 * Returns the path of the column most similar to one that does not exist; undefined if its table does not exist or no column is similar.
 */
export function similarColumn(run: Run, path: string): string | undefined {
  const [root = '', ...rest] = path.split('.');
  const { dictionary } = run;
  let owner = dictionary.source(root);
  let at = 0;
  for (; at < rest.length - 1; at++) {
    const step = rest[at]!;
    const next: DataSource | undefined =
      owner && (dictionary.nested(owner, step) ?? dictionary.parentRelation(owner, step)?.parent);
    if (!next) break;
    owner = next;
  }
  const column =
    owner &&
    nearest(
      rest.slice(at).join('.'),
      owner.columns.map(({ alias }) => alias),
    );
  return column === undefined ? undefined : [root, ...rest.slice(0, at), column].join('.');
}

/** Returns the name of the data most similar to one that does not exist. */
function similarData(run: Run, parameters: ReadonlyMap<string, Parameter>, path: string): string | undefined {
  const { dictionary, totals } = run;
  const [root = '', ...rest] = path.split('.');
  if (columnPath(run, path)) return path;
  if (dictionary.source(root)) return similarColumn(run, path);
  const source = nearest(
    root,
    dictionary.sources.map(({ alias }) => alias),
  );
  const column = source === undefined ? undefined : [source, ...rest].join('.');
  if (column !== undefined && columnPath(run, column)) return column;
  return nearest(path, [...[...parameters.values(), ...totals].map(({ name }) => name), ...SYSTEM_VARIABLES]);
}

function systemVariable(run: Run, name: string): Binding | undefined {
  switch (name.toLowerCase()) {
    case 'date':
      return { type: 'DateTime', read: () => run.startedAt };
    case 'page':
      return { type: 'int', read: () => pageNumber(run) };
    case 'totalpages':
      return { type: 'int', read: () => totalPageNumber(run) };
    case 'pagen':
      return { type: 'string', read: () => `Page ${String(pageNumber(run))}` };
    case 'pagenofm':
      return { type: 'string', read: () => `Page ${String(pageNumber(run))} of ${String(totalPageNumber(run))}` };
    case 'row#':
      return { type: 'int', read: () => run.curBand?.rowNo ?? 0 };
    case 'absrow#':
      return { type: 'int', read: () => run.curBand?.absRowNo ?? 0 };
    case 'hierarchylevel':
      return { type: 'int', read: () => run.hierarchyLevel };
    case 'hierarchyrow#':
      return { type: 'string', read: () => run.hierarchyRowNo };
    case 'page#':
      return { type: 'string', read: () => '[PAGE#]' };
    case 'totalpages#':
      return { type: 'string', read: () => '[TOTALPAGES#]' };
    case 'copyname#':
      return { type: 'string', read: () => '[COPYNAME#]' };
    default:
      return undefined;
  }
}

/** Returns the value that replaces null in a type. */
const withoutNull = (type: TypeName): Value => (type === 'string' ? '' : defaultOf(type));

/** Reads the parameters of the dictionary. Their expressions are compiled later, because they may refer to other parameters. */
export function readParameters(
  nodes: readonly TemplateObject[],
  values: Readonly<Record<string, unknown>>,
  toValue: (value: unknown) => Value,
): Map<string, Parameter> {
  const parameters = new Map<string, Parameter>();
  const given = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  const add = (node: TemplateObject, prefix: string): void => {
    if (node.type !== 'Parameter') return;
    const name = prefix + node.name;
    const type = typeNameOf(textOf(node, 'DataType', 'System.String'));
    const text = textOf(node, 'AsString', '');
    const value = given.has(name.toLowerCase())
      ? toValue(given.get(name.toLowerCase()))
      : text === ''
        ? type === 'string'
          ? ''
          : null
        : text;
    parameters.set(name.toLowerCase(), { name, type, value: convertValue(value, type), calculate: undefined });
    for (const child of node.children) add(child, `${name}.`);
  };
  for (const node of nodes) add(node, '');
  for (const [name, value] of given) {
    if (!parameters.has(name))
      parameters.set(name, { name, type: 'object', value: toValue(value), calculate: undefined });
  }
  return parameters;
}
