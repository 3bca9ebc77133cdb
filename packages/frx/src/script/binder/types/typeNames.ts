import { spelledMember, spelledNamespace, spelledType } from '../basic.ts';
import { isNamespace, libraryType, libraryTypeIn, libraryTypeNames } from '../../library/registry.ts';
import { fail, similar } from '../context.ts';
import type { Context } from '../context.ts';
import type { TypeSyntax } from '../../grammar/syntax.ts';
import { nullableOf, special } from './specials.ts';
import { arrayOf, display } from './types.ts';
import type { NamedType, Special, Type, TypeDefinition } from './types.ts';

/** Names of types (C# specification, Namespace and type names). */

const SIMPLE: ReadonlySet<string> = new Set<Special>([
  'object', 'dynamic', 'void', 'bool', 'char', 'string', 'sbyte', 'byte', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'decimal',
]); // prettier-ignore

/** Types of .NET that access resources outside the report; they are refused by name. */
const REFUSED: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /^(?:File|FileInfo|Directory|DirectoryInfo|Path|FileStream|StreamReader|StreamWriter|DriveInfo|FileMode|IsolatedStorage\w*)$/u,
    'files',
  ],
  [
    /^(?:HttpClient|WebClient|WebRequest|HttpWebRequest|Socket|TcpClient|UdpClient|Dns|SmtpClient|MailMessage|Ping|HttpResponseMessage|HttpContent|StringContent)$/u,
    'the network',
  ],
  [
    /^(?:Process|ProcessStartInfo|AppDomain|Registry|RegistryKey|Console|Stopwatch|Debug|Trace|EventLog)$/u,
    'the machine and its processes',
  ],
  [
    /^(?:Thread|ThreadPool|Parallel|Timer|Mutex|Semaphore|SemaphoreSlim|Monitor|Interlocked|BackgroundWorker|BlockingCollection|CancellationToken\w*)$/u,
    'threads',
  ],
  [/^(?:MessageBox|Form|OpenFileDialog|SaveFileDialog|FolderBrowserDialog|InputBox)$/u, 'windows'],
  [
    /^(?:Assembly|Activator|MethodInfo|PropertyInfo|FieldInfo|ConstructorInfo|BindingFlags|MemberInfo|Marshal)$/u,
    'reflection',
  ],
  [
    /^(?:SqlConnection|SqlCommand|OleDbConnection|OdbcConnection|DbConnection|SqlDataAdapter|OracleConnection|NpgsqlConnection)$/u,
    'databases',
  ],
  [
    /^(?:XDocumentType|XStreamingElement|XmlReader|XmlWriter|XmlTextReader|XmlTextWriter|XmlSerializer|XPathNavigator|XPathDocument)$/u,
    'this part of XML; XmlDocument and XDocument are there',
  ],
  [/^(?:MemoryPool|ImmutableInterlocked|DynamicObject|HybridDictionary)$/u, 'these collections'],
  [
    /^(?:JsonSerializer|JsonDocument|JsonConvert|JObject|JArray|BinaryFormatter|DataContractSerializer|JavaScriptSerializer)$/u,
    'serialization',
  ],
  [/^(?:MemoryStream|Stream|BinaryReader|BinaryWriter|GZipStream|DeflateStream)$/u, 'streams'],
  [
    /^(?:CrossView\w+|\w+DataConnection|Json\w*Connection|JsonTableDataSource|Procedure\w+|\w*CubeSource|\w+Export|ExportBase)$/u,
    'exports, cubes and connections of reports',
  ],
  [/^(?:Complex|Matrix3x2|Matrix4x4|Plane|Quaternion|Vector|Vector[234])$/u, 'these numbers; BigInteger is there'],
  [/^UriBuilder$/u, 'builders of addresses; Uri is there'],
  [/^TimeZone$/u, 'time zones of the machine'],
];

/** Namespaces of .NET whose types are refused by name. */
const NAMESPACES: ReadonlySet<string> = new Set([
  'System.Collections.Immutable', 'System.Data.SqlClient', 'System.Diagnostics', 'System.Net.Http', 'System.Reflection', 'System.Text.Json', 'System.Windows', 'System.Windows.Forms', 'System.Xml.Linq', 'System.Xml.Serialization', 'Microsoft', 'Microsoft.Win32',
]); // prettier-ignore

const REFUSAL = 'is not available: scripts of reports do not reach';

/** Returns the reason why a type of .NET is not available; undefined if it is not refused. */
export function refusal(name: string): string | undefined {
  for (const [pattern, what] of REFUSED) if (pattern.test(name)) return `'${name}' ${REFUSAL} ${what}`;
  return undefined;
}

/** Returns true for an error message about a type of .NET that is not available; .NET compiles such a script. */
export function isRefusal(message: string): boolean {
  return message.includes(REFUSAL);
}

/** Static members of the library that depend on the machine on which a report is printed. */
const OF_THE_MACHINE: Readonly<Record<string, RegExp>> = {
  Environment:
    /^(?:CommandLine|CurrentDirectory|CurrentManagedThreadId|Exit|FailFast|Get\w+|Is64\w+|MachineName|OSVersion|Processor\w+|StackTrace|SystemDirectory|TickCount\w*|User\w+|Version|WorkingSet)$/u,
  Guid: /^NewGuid$/u,
};

/** Returns the reason why a static member is not available; undefined if it is. */
export function memberRefusal(type: Type, id: string): string | undefined {
  const name = display(type);
  return OF_THE_MACHINE[name]?.test(id) === true
    ? `'${name}.${id}' ${REFUSAL} the machine, so that a report is the same everywhere`
    : undefined;
}

export function resolveType(context: Context, syntax: TypeSyntax): Type {
  const type = tryType(context, syntax);
  if (type) return type;
  const name = syntax.k === 'name' ? (syntax.parts.at(-1)?.id ?? '') : '';
  const reason = refusal(name);
  if (reason !== undefined) fail(context, `CS0246: ${reason}`, syntax.position);
  const names = (): string[] => [...context.world.typeNames, ...libraryTypeNames(), ...SIMPLE];
  return fail(
    context,
    `CS0246: The type or namespace name '${name}' could not be found${similar(context, name, names)}`,
    syntax.position,
  );
}

/** Returns the unbound type of `typeof(List<>)`; undefined for a type with arguments or without parameters. */
export function unboundType(context: Context, syntax: TypeSyntax): Type | undefined {
  const args = syntax.k === 'name' ? (syntax.parts.at(-1)?.args ?? []) : [];
  if (syntax.k !== 'name' || args.length === 0 || !args.every((each) => each.k === 'name' && each.parts[0]?.id === ''))
    return undefined;
  const object: TypeSyntax = { k: 'name', parts: [{ id: 'object', args: [] }], position: syntax.position };
  const parts = syntax.parts.map((part, index) =>
    index === syntax.parts.length - 1 ? { ...part, args: args.map(() => object) } : part,
  );
  const type = resolveType(context, { ...syntax, parts });
  return type.kind === 'named' ? type.definition.open : type;
}

/** Resolves a type syntax; returns undefined for an unknown type. @throws ExpressionError for wrong type arguments */
export function tryType(context: Context, syntax: TypeSyntax): Type | undefined {
  switch (syntax.k) {
    case 'array': {
      const element = tryType(context, syntax.element);
      return element && arrayOf(element, syntax.rank);
    }
    case 'nullable': {
      const element = tryType(context, syntax.element);
      if (!element) return undefined;
      const isValue =
        element.kind === 'parameter' ? element.isStruct : element.kind === 'named' && element.definition.isValueType;
      // `string?` is `string`.
      return isValue ? nullableOf(element) : element;
    }
    case 'tuple': {
      const types = syntax.elements.map(({ type }) => resolveType(context, type));
      return tupleType(
        types,
        syntax.elements.map(({ name }) => name),
      );
    }
    default: {
      const [first, ...rest] = syntax.parts;
      if (!first) return undefined;
      let at = 0;
      let type: Type | undefined = simpleType(
        context,
        first.id,
        first.args.map((arg) => resolveType(context, arg)),
      );
      let namespace = type ? '' : spelledNamespace(context, first.id);
      for (const part of rest) {
        at++;
        const args = part.args.map((arg) => resolveType(context, arg));
        if (type) {
          type = nestedType(type, spelledMember(context, type, part.id), args);
          if (!type) return undefined;
        } else {
          if (!isNamespaceName(context, namespace)) return undefined;
          type = typeIn(context, namespace, part.id, args);
          namespace = spelledNamespace(context, `${namespace}.${part.id}`);
        }
      }
      return at === rest.length ? type : undefined;
    }
  }
}

export function isNamespaceName(context: Context, name: string): boolean {
  return isNamespace(name) || NAMESPACES.has(name) || context.world.namespaces.has(name);
}

/** Returns a type of a namespace. */
export function typeIn(context: Context, namespace: string, written: string, args: readonly Type[]): Type | undefined {
  const name = spelledType(context, written);
  const own = context.world.types(name, args.length);
  if (own?.namespace === namespace) return own.of(args);
  const declared = libraryTypeIn(namespace, name, args.length);
  if (declared) return declared.of(args);
  const sharp = context.world.written(name, args.length);
  if (sharp?.namespace === namespace) return sharp.of(args);
  return args.length === 0 ? context.world.outside.type(name) : undefined;
}

export function nestedType(type: Type, name: string, args: readonly Type[]): Type | undefined {
  for (let owner = type.kind === 'named' ? type : undefined; owner; owner = owner.base)
    for (const member of owner.definition.members(name))
      if (member.k === 'type' && arity(member.definition) === args.length)
        return member.definition.of([...owner.args, ...args]);
  return type.kind === 'named' && args.length === 0 && !type.definition.isScript ? partOf(type, name) : undefined;
}

/** Returns a nested type of a collection of the library: its enumerator, keys or values. */
function partOf(owner: NamedType, name: string): Type | undefined {
  if (name === 'Enumerator') {
    const items = owner.as(libraryType('IEnumerable', 1) ?? owner.definition)?.args;
    return items && libraryType('IEnumerator', 1)?.of(items);
  }
  const isPart = name === 'KeyCollection' || name === 'ValueCollection';
  return isPart && owner.args.length === 2 ? libraryType(name, 2)?.of(owner.args) : undefined;
}

function arity(definition: TypeDefinition): number {
  return definition.typeParameters.length - (definition.outer?.typeParameters.length ?? 0);
}

/** Resolves a simple name of a type in a context. */
export function simpleType(context: Context, written: string, args: readonly Type[]): Type | undefined {
  const name = spelledType(context, written);
  if (args.length === 0) {
    if (SIMPLE.has(name)) return special(name as Special);
    const parameter = context.typeParameters.get(name);
    if (parameter) return parameter;
  }
  for (let around = context.type?.definition; around; around = around.outer) {
    if (around.name === name && arity(around) === args.length)
      return args.length === 0 ? around.open : around.of([...(around.outer?.typeParameters ?? []), ...args]);
    const nested = nestedType(around.open, name, args);
    if (nested) return nested;
  }
  const own = context.world.types(name, args.length);
  if (own) return own.of(args);
  const alias = args.length === 0 ? context.world.aliases.get(name) : undefined;
  if (alias !== undefined) return aliased(context, alias);
  const ofBasic = context.world.isBasic ? libraryTypeIn('Microsoft.VisualBasic', name, args.length) : undefined;
  return (
    ofBasic?.of(args) ??
    context.world.written(name, args.length)?.of(args) ??
    (args.length === 0 ? context.world.outside.type(name) : undefined) ??
    libraryType(name, args.length)?.of(args)
  );
}

function aliased(context: Context, name: string): Type | undefined {
  const parts = name.split('.');
  return simpleType(context, parts.at(-1) ?? name, []);
}

/** Returns the value tuple of types. In C# tuples of more than seven elements nest; here they do not. */
export function tupleType(types: readonly Type[], names: readonly (string | undefined)[]): NamedType {
  const definition = libraryType('ValueTuple', types.length);
  if (!definition) throw new Error(`CS8179: Tuples of ${String(types.length)} elements are not available`);
  const type = definition.of(types);
  return names.some((name) => name !== undefined) ? type.withNames(names) : type;
}
