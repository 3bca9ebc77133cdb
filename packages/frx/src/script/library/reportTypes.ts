import { enumByName } from '../../expression/values/enums.ts';
import { EnumValue } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import table from '../../template/classes.json' with { type: 'json' };
import { TypeDefinition } from '../binder/types/types.ts';
import type { EventMember, Member, MethodMember, NamedType, PropertyMember } from '../binder/types/types.ts';
import { asHost, hostCall, hostProperty, hostStatic, hostStaticMethod } from './hostValues.ts';
import { addNamespace, libraryType, memberOf, nameOf, need, setFurtherTypes, shapeOf } from './registry.ts';
import { readOnlyProperties, reportSignatures } from './reportSignatures.ts';

/**
 * FastReport's classes as types of the binder: properties from `template/classes.json`, other members from `reportSignatures`. The engine's
 * tables determine which properties can be read and set; others are refused by name before a script runs.
 */

/** Engine functions of a class. */
export interface ReportClass {
  /** Members that are calculated or can be set; a property without `set` is read-only. */
  readonly properties: ReadonlyMap<string, { readonly set?: unknown }>;
  readonly methods: ReadonlyMap<string, unknown>;
  /** Returns true if a property of the class always has the value stored in the template. */
  readonly stores?: ((name: string) => boolean) | undefined;
}

let engineClass: (name: string) => ReportClass | undefined = () => undefined;

/** Sets the tables of the engine by class; without them every declared member can be read and set. */
export function setReportClasses(find: (name: string) => ReportClass | undefined): void {
  engineClass = find;
}

/** A class as it is declared. */
interface Declared {
  readonly base: string;
  readonly header: string;
  /** C# types of its stored properties. */
  readonly properties: ReadonlyMap<string, string>;
  readonly signatures: readonly string[];
}

const stored: Readonly<Record<string, readonly string[]>> = table.classes;

let declared: ReadonlyMap<string, Declared> | undefined;

/** Returns all classes by name, read at first use. */
function classes(): ReadonlyMap<string, Declared> {
  if (declared) return declared;
  const found = new Map<string, Declared>();
  const add = (name: string, header: string, signatures: readonly string[]): void => {
    const [base = '', properties = ''] = stored[name] ?? [];
    const own = /: (\w+)(?![\w<])/u.exec(header)?.[1] ?? base;
    found.set(name, {
      base: own,
      header,
      properties: propertiesIn(properties),
      signatures,
    });
  };
  for (const [header, signatures] of Object.entries(reportSignatures)) {
    const name = /^(?:abstract |struct )?(\w+)/u.exec(header)?.[1] ?? '';
    add(
      name,
      /^(?:abstract )?struct /u.test(header) ? header : header.replace(/^(abstract )?/u, '$1class '),
      signatures,
    );
  }
  for (const name of Object.keys(stored)) if (!found.has(name)) add(name, `class ${name}`, []);
  return (declared = found);
}

/** Parses `type Name,Name;type Name`. */
function propertiesIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .split(';')
      .filter((part) => part !== '')
      .flatMap((part) => {
        const [type = '', names = ''] = part.split(' ');
        return names.split(',').map((name): [string, string] => [name, type]);
      }),
  );
}

/** Returns the C# type of a stored property of a class or its bases; undefined if there is none. */
export function propertyType(type: string, name: string): string | undefined {
  for (let at = classes().get(type); at; at = classes().get(at.base)) {
    const found = at.properties.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the names of all classes. */
export function reportClassNames(): string[] {
  return [...classes().keys()];
}

/** Returns the header of a class with the base from the list of stored properties, if that is declared. */
function withBase({ header, base }: Declared): string {
  return header.includes(' : ') || !classes().has(base) ? header : `${header} : ${base}`;
}

const definitions = new Map<string, TypeDefinition>();

/** Returns a class by name; undefined if FastReport has none of that name for scripts. */
export function reportType(name: string): TypeDefinition | undefined {
  const known = definitions.get(name);
  if (known) return known;
  const from = classes().get(name);
  if (!from) return undefined;
  const kind = from.header.startsWith('struct ') ? 'struct' : 'class';
  const definition: TypeDefinition = new TypeDefinition({
    name,
    namespace: namespaceOf(name),
    kind,
    shape: () => shapeOf(withBase(from), kind, definition),
    members: (wanted) => membersOf(definition, from, wanted),
    memberNames: () => namesOf(name),
  });
  definition.isAbstract = from.header.startsWith('abstract ');
  definitions.set(name, definition);
  return definition;
}

/** Namespaces of the classes that are not directly in `FastReport`, by patterns of their names. */
const NAMESPACES: readonly (readonly [pattern: RegExp, namespace: string])[] = [
  [/^(?:Color|Font|FontFamily|Image|Bitmap|ColorTranslator|SystemColors)$/u, 'System.Drawing'],
  [/^Padding$|EventArgs$/u, 'System.Windows.Forms'],
  [/^(?:AdvMatrix)/u, 'FastReport.AdvMatrix'],
  [/^Matrix/u, 'FastReport.Matrix'],
  [/^Table(?!DataSource)/u, 'FastReport.Table'],
  [/^(?:Barcode|LinearBarcode)/u, 'FastReport.Barcode'],
  [/^(?:Data(?:ComponentBase|SourceBase|SourceCollection)|\w+DataSource$|Column(?!Header|Footer)|Total|Parameter|Relation|Dictionary|SystemVariable|CommandParameter)/u, 'FastReport.Data'],
  [/(?:Control|DialogPage|DialogComponentBase)$/u, 'FastReport.Dialog'],
  [/^(?!Paragraph)\w*Format(?:Base|Collection)?$/u, 'FastReport.Format'],
  [/Gauge/u, 'FastReport.Gauge'],
  [/^ReportEngine$/u, 'FastReport.Engine'],
  [/^Units$/u, 'FastReport.Utils'],
]; // prettier-ignore

function namespaceOf(name: string): string {
  return NAMESPACES.find(([pattern]) => pattern.test(name))?.[1] ?? 'FastReport';
}

for (const [, namespace] of NAMESPACES) addNamespace(namespace);

function namesOf(name: string): string[] {
  const names: string[] = [];
  const from = classes().get(name);
  if (from) names.push(...from.properties.keys(), ...from.signatures.map(nameOf));
  return names;
}

/**
 * Returns the members of a name: those that a class declares, or stored properties, including those of its bases, because each class
 * supports them in its own way.
 */
function membersOf(owner: TypeDefinition, from: Declared, wanted: string): readonly Member[] {
  const own = from.signatures.filter((signature) => nameOf(signature) === wanted);
  if (own.length > 0) return own.map((signature) => declaredMember(owner, signature, wanted));
  const type = propertyType(owner.name, wanted);
  if (type === undefined || isDeclaredBelow(from, wanted)) return [];
  return [storedMember(owner, wanted, type)];
}

/** Returns true if a base declares a member of that name, which takes precedence over stored properties. */
function isDeclaredBelow(from: Declared, wanted: string): boolean {
  for (let at: Declared | undefined = from; at; at = classes().get(at.base)) {
    if (at.signatures.some((signature) => nameOf(signature) === wanted)) return true;
    if (at.properties.has(wanted)) return false;
  }
  return false;
}

function declaredMember(owner: TypeDefinition, signature: string, name: string): Member {
  if (signature.startsWith('event ')) return eventMember(owner, name);
  if (signature.startsWith('static ')) {
    if (!signature.includes('(')) return memberOf(owner, signature, () => hostStatic(owner.name, name) ?? null, false);
    return memberOf(
      owner,
      signature,
      (call, ...args: Value[]) => hostStaticMethod(owner.name, name, call.rt)?.(args) ?? null,
      false,
    );
  }
  if (name === '.ctor')
    return memberOf(
      owner,
      signature,
      () => {
        throw new Error(`${owner.name} is made by the report`);
      },
      false,
    );
  if (name === 'this[]')
    return memberOf(owner, signature, (_call, self: Value, ...index: Value[]) => asHost(self).getIndex?.(index) ?? null, false); // prettier-ignore
  if (signature.includes('('))
    return memberOf(owner, signature, (call, self: Value, ...args: Value[]) => hostCall(self, name, args, call), false);
  return memberOf(
    owner,
    signature,
    {
      get: (call, self: Value) => hostProperty(self, name, call),
      set: (_call, self: Value, value: Value) => {
        asHost(self).set(name, value);
      },
    },
    false,
  );
}

const fixed: Readonly<Record<string, Readonly<Record<string, string>>>> = table.fixed;

/** Returns the value of a property that is fixed for each class. */
function fixedValue(className: string, name: string, type: string): Value {
  if (name === 'BaseName') return className.replace(/Object$|Band$|^(?:Table|Report)(?=Cell$|Row$|Column$|Page$)/u, '');
  const [[most] = [''], ...others] = Object.entries(fixed[name] ?? {});
  const text = others.find(([, classNames]) => classNames.split(' ').includes(className))?.[0] ?? most;
  if (type === 'bool') return text === 'True';
  const members = enumByName(type);
  if (!members) return null;
  return new EnumValue(
    members,
    text.split(', ').reduce((sum, member) => sum + (members.members.get(member) ?? 0), 0),
  );
}

/** Declares a property that is stored in the template or fixed for its class. */
function storedMember(owner: TypeDefinition, name: string, type: string): PropertyMember {
  const engine = engineClass(owner.name);
  const property = engine?.properties.get(name);
  const isFixed = property === undefined && (name === 'BaseName' || fixed[name] !== undefined);
  const canRead = !engine || property !== undefined || isFixed || engine.stores?.(name) === true;
  const canWrite = !readOnlyProperties.has(name) && (!engine || property?.set !== undefined);
  const known = isKnown(type) ? type : 'object';
  const member = memberOf(
    owner,
    `${known} ${name} { get; ${canWrite ? 'set; ' : ''}}`,
    {
      get: (_call, self: Value) => (isFixed ? fixedValue(asHost(self).typeName, name, type) : asHost(self).get(name)),
      set: (_call, self: Value, value: Value) => {
        asHost(self).set(name, value);
      },
    },
    false,
  ) as PropertyMember;
  const what = `Property '${owner.name}.${name}' (${type})`;
  return {
    ...member,
    refusal: {
      read: canRead && known === type ? undefined : `CS0154: ${what} is not available: reports here do not use it`,
      write:
        canWrite || readOnlyProperties.has(name)
          ? undefined
          : `CS0200: ${what} cannot be assigned to: reports here do not apply it`,
    },
  };
}

function isKnown(type: string): boolean {
  const element = type.replace(/\[\]$/u, '');
  return libraryType(element) !== undefined || KEYWORDS.has(element) || classes().has(element);
}

const KEYWORDS = new Set(['bool', 'short', 'int', 'float', 'double', 'string', 'object', 'byte', 'decimal']);

/** Declares an event whose handlers are added to the object of the report. */
function eventMember(owner: TypeDefinition, name: string): EventMember {
  const type: NamedType = need('EventHandler').open;
  const accessor = (kind: 'add' | 'remove'): MethodMember =>
    memberOf(
      owner,
      `void ${kind}_${name}(EventHandler value)`,
      (_call, self: Value, handler: Value) => {
        if (kind === 'add') asHost(self).set(name, handler);
        else asHost(self).call(`remove_${name}`, [handler]);
      },
      false,
    ) as MethodMember;
  return { k: 'event', name, owner, isStatic: false, access: 'public', type, add: accessor('add'), remove: accessor('remove') }; // prettier-ignore
}

setFurtherTypes(reportType);
