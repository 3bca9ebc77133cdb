import { ENTRY, keep, PLACE } from '../expression/budget.ts';
import { compileTree } from '../expression/compileNode.ts';
import { assignTo, defaultOf } from '../expression/convert.ts';
import { ExpressionError, NetException } from '../expression/errors.ts';
import { HostObject, hostClass } from '../expression/hostClass.ts';
import type { Argument, Binding, BoundFunction, Runtime, Scope } from '../expression/scope.ts';
import { Delegate, EnumValue } from '../expression/values.ts';
import type { EnumType, NetObject, TypeName, Value } from '../expression/values.ts';
import { compileMethod } from './compileMethod.ts';
import type { ClassScope, Code, Invoke } from './compileMethod.ts';
import { exceptionMaker } from './exceptions.ts';
import type { Frame } from './frame.ts';
import { Instance, Unavailable } from './instance.ts';
import type { Member, ScriptClass } from './instance.ts';
import type { ClassDeclaration, Field, Method, Property, ScriptFile } from './syntax.ts';

/** The names a script finds outside itself. */
export interface ScriptHost {
  readonly runtime: Runtime;
  /** An object of the report by its name (`Report`, `Engine`, `Text1` …); undefined when there is none. Asked once for each use. */
  resolveObject(name: string): (() => Value) | undefined;
  /** A function of the report that is not built in, for instance `Sum(Cell1)`. */
  resolveFunction?(name: string, args: readonly Argument<Frame>[]): BoundFunction<Frame> | undefined;
  /** `new` of a class of the report engine. */
  resolveClass?(name: TypeName): ((args: readonly Value[]) => Value) | undefined;
}

/** The classes of a script. */
export interface ScriptClasses {
  find(name: TypeName): LoadedClass | undefined;
}

/** A class with the object its static members live in. */
export interface LoadedClass extends ScriptClass {
  readonly declaration: ClassDeclaration;
  readonly statics: Instance;
  /** Makes an object: fields, then the constructor. */
  create(args: readonly Value[]): Instance;
  /** Compiles everything and gives the errors. */
  check(): ExpressionError[];
}

/** Prepares the classes of a script; nothing runs yet. */
export function loadClasses(file: ScriptFile, source: string, host: ScriptHost): ScriptClasses {
  const loaded = new Map<string, LoadedClass>();
  const declarations = new Map(file.classes.map((declaration) => [declaration.name, declaration]));
  const enums = new Map(file.enums.map((type) => [type.name, enumHolder(type)]));
  const loading = new Set<string>();
  const find = (name: TypeName): LoadedClass | undefined => {
    const known = loaded.get(name);
    const declaration = declarations.get(name);
    if (known || !declaration) return known;
    if (loading.has(name))
      throw new ExpressionError(`The class '${name}' is its own base`, source, declaration.position);
    loading.add(name);
    const base = declaration.bases.map(find).find((each) => each !== undefined);
    const made = loadClass(declaration, base, { source, host, find, enums });
    loaded.set(name, made);
    return made;
  };
  return { find };
}

interface Environment {
  readonly source: string;
  readonly host: ScriptHost;
  readonly find: (name: TypeName) => LoadedClass | undefined;
  readonly enums: ReadonlyMap<string, NetObject>;
}

/** The class of a script whose object runs, and whose fields the objects of the report are. */
export const SCRIPT_CLASS = 'ReportScript';

/** `Name.Member` of an enum of the script. */
function enumHolder(type: EnumType): NetObject {
  const properties = Object.fromEntries(
    [...type.members].map(([name, value]) => {
      const member = new EnumValue(type, value);
      return [name, { get: () => member }];
    }),
  );
  return new HostObject(hostClass<undefined>(type.name, { properties }), undefined);
}

function loadClass(
  declaration: ClassDeclaration,
  base: LoadedClass | undefined,
  environment: Environment,
): LoadedClass {
  const { source, host } = environment;
  const members = new Map<string, Member>();
  const staticMembers = new Map<string, Member>();
  const initial: { slot: number; field: Field }[] = [];
  const staticInitial: { slot: number; field: Field }[] = [];
  let size = base?.size ?? 0;
  let staticSize = 0;
  const fields: Field[] = [...declaration.fields, ...declaration.properties.filter(isField)];
  for (const field of fields) {
    const slot = field.isStatic ? staticSize++ : size++;
    (field.isStatic ? staticMembers : members).set(field.name, fieldMember(slot, field.type, host.runtime));
    (field.isStatic ? staticInitial : initial).push({ slot, field });
  }
  const compiled = new Map<Method, Invoke>();
  const invoke = (method: Method): Invoke => {
    let made = compiled.get(method);
    if (!made) {
      if (!method.body) throw new ExpressionError(`'${method.name}' has no body`, source, method.position);
      const code: Code = { parameters: method.parameters, type: method.type, body: method.body };
      made = compileMethod(code, scope, source);
      compiled.set(method, made);
    }
    return made;
  };
  for (const property of declaration.properties) {
    if (isField(property)) continue;
    (property.isStatic ? staticMembers : members).set(
      property.name,
      propertyMember(property, (method, self, args) => invoke(method)(self, args)),
    );
  }
  const methodsNamed = (name: string): Method[] => declaration.methods.filter((method) => method.name === name);
  const choose = (name: string, count: number): Method | undefined => {
    const all = methodsNamed(name);
    return all.find((method) => takes(method, count)) ?? all[0];
  };
  const start = (self: Instance, list: typeof initial): void => {
    for (const { slot, field } of list) self.fields[slot] = initialValue(field, self, scope, source);
  };
  const statics: Instance = new Instance({
    name: declaration.name,
    baseTypes: [],
    size: staticSize,
    member: (name) => staticMembers.get(name) ?? base?.statics.type.member(name),
    hasMethod: (name) =>
      methodsNamed(name).some((method) => method.isStatic) || (base?.statics.hasMethod(name) ?? false),
    invoke: (self, name, args) => loadedClass.invoke(self, name, args),
  });
  let staticsStarted = false;
  const startStatics = (): Instance => {
    if (!staticsStarted) {
      staticsStarted = true;
      start(statics, staticInitial);
    }
    return statics;
  };
  /** `this.Text1`: the objects of the report are fields of its script. */
  const objectMember = (name: string): Member | undefined => {
    const read = declaration.name === SCRIPT_CLASS ? host.resolveObject(name) : undefined;
    return read && { type: 'object', read: () => read(), write: undefined };
  };
  const loadedClass: LoadedClass = {
    declaration,
    name: declaration.name,
    baseTypes: [...declaration.bases, ...(base?.baseTypes ?? [])],
    size,
    get statics() {
      return startStatics();
    },
    member: (name) => members.get(name) ?? base?.member(name) ?? objectMember(name),
    hasMethod: (name) => methodsNamed(name).length > 0 || (base?.hasMethod(name) ?? false),
    invoke(self, name, args) {
      const method = choose(name, args.length);
      if (method) return invoke(method)(self, args);
      if (base) return base.invoke(self, name, args);
      throw new ExpressionError(`'${declaration.name}' has no method '${name}'`);
    },
    create(args) {
      const self = new Instance(loadedClass);
      host.runtime.budget.collect(ENTRY + size * PLACE);
      construct(self, args);
      return self;
    },
    check: () => checkClass(declaration, invoke, scope, source),
  };
  const construct = (self: Instance, args: readonly Value[]): void => {
    if (base) for (const [slot, value] of base.create([]).fields.entries()) self.fields[slot] = value;
    start(self, initial);
    const constructor = declaration.constructors.find((each) => !each.isStatic && takes(each, args.length));
    if (constructor) invoke(constructor)(self, args);
    else if (args.length > 0)
      throw new ExpressionError(`'${declaration.name}' has no constructor with ${String(args.length)} arguments`);
  };
  const scope = classScope(loadedClass, staticMembers, environment);
  return loadedClass;
}

/** `{ get; set; }` is a field by another name. */
function isField(property: Property): boolean {
  return !property.getter && !property.setter;
}

function takes(method: Method, count: number): boolean {
  const required = method.parameters.filter(({ initial, mode }) => !initial && mode !== 'params').length;
  const open = method.parameters.some(({ mode }) => mode === 'params');
  return count >= required && (open || count <= method.parameters.length);
}

function fieldMember(slot: number, type: TypeName, runtime: Runtime): Member {
  const convert = assignTo(type);
  return {
    type,
    read: (self) => {
      const value = self.fields[slot] ?? null;
      if (value instanceof Unavailable) throw value.reason;
      return value;
    },
    write: (self, value) => {
      const converted = convert(value);
      keep(converted, runtime.budget);
      self.fields[slot] = converted;
    },
  };
}

function propertyMember(
  property: Property,
  run: (method: Method, self: Instance, args: readonly Value[]) => Value,
): Member {
  const { name, type, isStatic, position } = property;
  const getter: Method = { name, type, isStatic, parameters: [], body: property.getter, position };
  const parameters = [{ name: 'value', type, mode: 'value', initial: undefined } as const];
  const setter: Method = { name, type: 'void', isStatic, parameters, body: property.setter, position };
  return {
    type,
    read: (self) => run(getter, self, []),
    write: property.setter && ((self, value) => void run(setter, self, [value])),
  };
}

function initialValue(field: Field, self: Instance, scope: ClassScope, source: string): Value | Unavailable {
  if (!field.value) return defaultOf(field.type);
  try {
    const { evaluate } = compileTree(field.value, scope, source);
    return assignTo(field.type)(evaluate({ self, locals: [], result: null }));
  } catch (error) {
    if (!(error instanceof ExpressionError) || error instanceof NetException) throw error;
    return new Unavailable(error);
  }
}

/** The names a class's code can use: its members, other classes, and the report. */
function classScope(
  type: LoadedClass,
  staticMembers: ReadonlyMap<string, Member>,
  { host, find, enums }: Environment,
): Scope<Frame> {
  return {
    runtime: host.runtime,
    resolveColumn: () => undefined,
    resolveParameter: () => undefined,
    resolveSystemVariable: () => undefined,
    resolveTotal: () => undefined,
    resolveObject(name): Binding<Frame> | undefined {
      const member = type.member(name);
      if (member) return memberBinding(member, (frame) => frame.self);
      if (staticMembers.has(name)) {
        const own = staticMembers.get(name);
        return own && memberBinding(own, () => type.statics);
      }
      if (type.hasMethod(name)) {
        return {
          type: 'EventHandler',
          read: ({ self }) => new Delegate(name, (args) => type.invoke(self, name, args)),
        };
      }
      const read = host.resolveObject(name);
      if (read) return { type: 'object', read };
      const holder = enums.get(name);
      if (holder) return { type: name, read: () => holder };
      const other = find(name);
      return other && { type: name, read: () => other.statics };
    },
    resolveFunction(name, args): BoundFunction<Frame> | undefined {
      if (!type.hasMethod(name)) return host.resolveFunction?.(name, args);
      const values = args.map(({ evaluate }) => evaluate);
      return {
        type: type.declaration.methods.find((method) => method.name === name)?.type ?? 'object',
        evaluate: (frame) => {
          const { self } = frame;
          const given = values.map((evaluate) => evaluate(frame));
          // A method of a derived class hides that of its base.
          return self.type.hasMethod(name) ? self.type.invoke(self, name, given) : type.invoke(self, name, given);
        },
      };
    },
    resolveClass(name) {
      const other = find(name);
      if (other) return (_frame, args) => other.create(args);
      const make = host.resolveClass?.(name) ?? exceptionMaker(name);
      return make && ((_frame, args) => make(args));
    },
  };
}

function memberBinding(member: Member, owner: (frame: Frame) => Instance): Binding<Frame> {
  const { type, read, write } = member;
  return {
    type,
    variant: type === 'dynamic',
    read: (frame) => read(owner(frame)),
    write: write && ((frame, value) => write(owner(frame), value)),
  };
}

function checkClass(
  declaration: ClassDeclaration,
  invoke: (method: Method) => Invoke,
  scope: ClassScope,
  source: string,
): ExpressionError[] {
  const errors: ExpressionError[] = [];
  const attempt = (compile: () => unknown, position: number): void => {
    try {
      compile();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      error.locate(source, position);
      errors.push(error);
    }
  };
  for (const { value, position } of declaration.fields) {
    if (value) attempt(() => compileTree(value, scope, source), position);
  }
  for (const method of [...declaration.methods, ...declaration.constructors]) {
    if (method.body) attempt(() => invoke(method), method.position);
  }
  for (const { getter, setter, type, position } of declaration.properties) {
    if (getter) attempt(() => compileMethod({ parameters: [], type, body: getter }, scope, source), position);
    const parameters = [{ name: 'value', type, mode: 'value', initial: undefined } as const];
    if (setter) attempt(() => compileMethod({ parameters, type: 'void', body: setter }, scope, source), position);
  }
  return errors;
}
