import {
  HostObject,
  hostClass,
  textProperty,
  type HostClass,
  type NetObject,
  type Value,
} from '../../expression/index.ts';
import { EnumValue } from '../../expression/values/values.ts';
import type { TemplateObject } from '../../template/model.ts';
import { textOf } from '../../template/properties.ts';
import type { Run } from '../run.ts';
import type { Total } from '../state.ts';
import { isEmptyTotal, totalValue } from '../values/totals.ts';
import { collection } from './collections.ts';
import { enumType } from './enums.ts';
import type { Host } from './host.ts';
import { storedValue } from './stored.ts';

/** Members of the dictionary of a report for scripts: parameters, totals, data sources. */

interface LiveParameter {
  readonly host: Host;
  /** Full name: the names of its parents and its own, separated by dots. */
  readonly name: string;
}

/** Returns the template's element of a parameter; undefined for one that only the caller of the report has set. */
function nodeOf({ host, name }: LiveParameter): TemplateObject | undefined {
  let nodes = host.run.template.dictionary?.children ?? [];
  let found: TemplateObject | undefined;
  for (const part of name.split('.')) {
    found = nodes.find((node) => node.type === 'Parameter' && node.name.toLowerCase() === part.toLowerCase());
    nodes = found?.children ?? [];
  }
  return found;
}

/** Members of a parameter. */
export const parameterClass: HostClass<LiveParameter> = hostClass<LiveParameter>('Parameter', {
  properties: {
    Name: textProperty(({ name }) => name.slice(name.lastIndexOf('.') + 1)),
    Value: {
      get: ({ host, name }) => parameterValue(host, name),
      set: ({ host, name }, value) => {
        setParameter(host, name, value);
      },
    },
    Parameters: { get: ({ host, name }) => parametersOf(host, `${name}.`) },
  },
  stored: (live, name) => {
    const node = nodeOf(live);
    return node && storedValue(node, name);
  },
});

/** Returns a parameter by its full name. */
export function parameterOf(host: Host, name: string): Value {
  const parameter = host.parameters.get(name.toLowerCase());
  return sameObject(parameter ?? {}, () => new HostObject(parameterClass, { host, name }));
}

const objects = new WeakMap<object, NetObject>();

/** Returns the script object of a parameter or total, always the same one. */
function sameObject(of: object, make: () => NetObject): NetObject {
  let made = objects.get(of);
  if (!made) objects.set(of, (made = make()));
  return made;
}

/** Returns the parameters directly below a prefix: `""` or `Parent.`. */
export function parametersOf(host: Host, prefix: string): Value {
  const names = (): string[] =>
    [...host.parameters.values()]
      .map(({ name }) => name)
      .filter(
        (name) => name.toLowerCase().startsWith(prefix.toLowerCase()) && !name.slice(prefix.length).includes('.'),
      );
  return collection('ParameterCollection', {
    items: () => names().map((name) => parameterOf(host, name)),
    find: (wanted) => {
      const name = names().find((each) => each.slice(prefix.length).toLowerCase() === wanted.toLowerCase());
      return name === undefined ? null : parameterOf(host, name);
    },
  });
}

/** Returns the value of a parameter; null if it does not exist. */
export function parameterValue(host: Host, name: string): Value {
  const parameter = host.parameters.get(name.toLowerCase());
  return parameter ? (parameter.calculate?.() ?? parameter.value) : null;
}

/** Sets a parameter, which is added if it does not exist. */
export function setParameter(host: Host, name: string, value: Value): void {
  const parameter = host.parameters.get(name.toLowerCase());
  if (!parameter) {
    host.run.budget.hold(name.length);
    host.parameters.set(name.toLowerCase(), { name, type: 'object', value, calculate: undefined });
    return;
  }
  parameter.value = value;
  parameter.calculate = undefined;
}

/** Returns a total by its name, without regard to case. */
export function totalNamed(run: Run, name: string): Total | undefined {
  return run.totals.find((total) => total.name.toLowerCase() === name.toLowerCase());
}

interface LiveTotal {
  readonly host: Host;
  readonly total: Total;
}

/** Members of a total. */
export const totalClass: HostClass<LiveTotal> = hostClass<LiveTotal>('Total', {
  properties: {
    Name: textProperty(({ total }) => total.name),
    Value: { get: ({ host: { run }, total }) => (isEmptyTotal(run, total) ? null : totalValue(run, total)) },
    TotalType: {
      get: ({ total }) => new EnumValue(enumType('TotalType'), enumType('TotalType').members.get(total.type) ?? 0),
    },
    Expression: textProperty(({ total }) => textOf(total.source, 'Expression', '')),
    Evaluator: { get: ({ host, total }) => (total.evaluator ? host.object(total.evaluator) : null) },
    PrintOn: { get: ({ host, total }) => (total.printOn ? host.object(total.printOn) : null) },
  },
  stored: ({ total }, name) => storedValue(total.source, name),
});

/** Members of the dictionary. */
export const dictionaryClass: HostClass<Host> = hostClass<Host>('Dictionary', {
  properties: {
    Report: { get: (host) => host.report() },
    DataSources: {
      get: (host) =>
        collection('DataSourceCollection', {
          items: () => host.run.dictionary.sources.map((source) => host.source(source)),
          find: (name, by) => {
            const source = host.run.dictionary.sources.find((each) => each[by].toLowerCase() === name.toLowerCase());
            return source ? host.source(source) : null;
          },
        }),
    },
    Parameters: { get: (host) => parametersOf(host, '') },
    Totals: {
      get: (host) => {
        const totalOf = (total: Total): Value => sameObject(total, () => new HostObject(totalClass, { host, total }));
        return collection('TotalCollection', {
          items: () => host.run.totals.map(totalOf),
          find: (name) => {
            const total = totalNamed(host.run, name);
            return total ? totalOf(total) : null;
          },
        });
      },
    },
  },
});
