import { declareField } from './fields.ts';
import { declareEvent, declareProperty } from './properties.ts';
import type { SlotField } from '../types/members.ts';
import { ENTRY, PLACE } from '../../../expression/budget.ts';
import { ExpressionError, NetException } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type {
  FieldSyntax,
  MemberSyntax,
  MethodSyntax,
  PropertySyntax,
  TypeSyntax,
  TypeSyntaxDeclaration,
  UnreadSyntax,
} from '../../grammar/syntax.ts';
import { defaultBase } from '../../library/registry.ts';
import { environmentOf, Obj, StructObj } from '../../runtime/objects.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import type { ScriptStruct } from '../../runtime/defaults.ts';
import { compiledBody } from './bodies.ts';
import { Constructors } from './constructors.ts';
import { Initializers } from './initializers.ts';
import { scriptTypes } from '../types/scriptTypes.ts';
import type { MethodDeclaration, ScriptClass, SlotDeclaration } from '../types/scriptTypes.ts';
import { FunctionContext, Scope } from '../context.ts';
import type { Context, World } from '../context.ts';
import { bindCode, constrain, parametersOf } from './methods.ts';
import { special } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import { isClosed, NamedType, substitute, TypeDefinition, TypeParameter } from '../types/types.ts';
import type {
  Access,
  Call,
  FieldMember,
  Member,
  MethodMember,
  Parameter,
  Type,
  TypeEnvironment,
} from '../types/types.ts';

/** Types declared by a script (C# specification, Classes, Structs, Interfaces, Enums, Delegates). */

const NO_MODIFIERS: ReadonlySet<string> = new Set();

/** A type of the script with the means to create its objects. */
export class ScriptType implements ScriptClass {
  readonly world: World;
  readonly definition: TypeDefinition;
  readonly parts: readonly TypeSyntaxDeclaration[];
  readonly typeParameters: ReadonlyMap<string, TypeParameter>;
  readonly nested: ScriptType[] = [];
  /** Fields of objects in the order of their slots, after those of the base class. */
  #layout: readonly FieldMember[] | undefined;
  readonly #own = new Map<string, Member[]>();
  readonly initializers: { field: FieldMember; syntax: FieldSyntax | PropertySyntax }[] = [];
  /** Functions that compile a body and return its errors, for a check of the whole script. */
  readonly bodies: (() => readonly ExpressionError[])[] = [];
  readonly errors: ExpressionError[] = [];
  #declared = false;
  #hasNested = false;
  readonly constructors: Constructors;
  readonly #initial: Initializers;
  #instanceSlots = 0;
  #staticSlots = 0;

  constructor(world: World, parts: readonly TypeSyntaxDeclaration[], outer: ScriptType | undefined) {
    const [first] = parts;
    if (!first) throw new Error('A type without a declaration');
    this.world = world;
    this.parts = parts;
    const own = first.typeParameters.map(({ name, variance }) => new TypeParameter(name, variance));
    const all = [...(outer?.definition.typeParameters ?? []), ...own];
    this.typeParameters = new Map([
      ...(outer?.typeParameters ?? []),
      ...own.map((parameter) => [parameter.name, parameter] as const),
    ]);
    const { kind, name, namespace } = first;
    const definition: TypeDefinition = new TypeDefinition({
      name,
      namespace: outer ? outer.definition.namespace : namespace,
      kind,
      outer: outer?.definition,
      typeParameters: all,
      shape: () => this.#shape(),
      members: (wanted) => {
        this.#declare();
        // While the members are being declared, the list is incomplete and filled later.
        let list = this.#own.get(wanted);
        if (!list) this.#own.set(wanted, (list = []));
        return list;
      },
      memberNames: () => {
        this.#declare();
        return [...this.#own].flatMap(([name, list]) => (list.length > 0 ? [name] : []));
      },
    });
    this.definition = definition;
    const has = (modifier: string): boolean => parts.some(({ modifiers }) => modifiers.has(modifier));
    definition.isScript = true;
    definition.isStatic = has('static');
    definition.isAbstract = has('abstract') || kind === 'interface';
    definition.isSealed = has('sealed') || kind === 'struct' || kind === 'enum' || kind === 'delegate';
    this.constructors = new Constructors(this);
    this.#initial = new Initializers(
      this,
      () => {
        this.#declare();
        return [...this.#own.values()].flat();
      },
      (call) => {
        this.constructors.runStatic(call);
      },
    );
    if (kind === 'struct') (definition as ScriptStruct).blank = (type) => this.blank(new StructObj(type));
    if (kind === 'delegate') this.#delegate(first);
  }

  /** Returns the context of a member's code. */
  context(
    isStatic: boolean,
    typeParameters: ReadonlyMap<string, TypeParameter> = this.typeParameters,
    isConstructor = false,
  ): Context {
    return {
      world: this.world,
      type: this.definition.open,
      isStatic,
      typeParameters,
      fn: new FunctionContext(undefined, undefined),
      scope: new Scope(undefined),
      checked: false,
      isConstructor,
      depth: 0,
    };
  }

  /** Reads the constraints of the type's own parameters. */
  constrain(): void {
    for (const { typeParameters } of this.parts)
      for (const { name, constraints } of typeParameters) {
        const parameter = this.typeParameters.get(name);
        if (parameter && constraints.length > 0)
          this.guard(() => constrain(this.context(true), parameter, constraints), undefined);
      }
  }

  #shape(): { base: NamedType | undefined; interfaces: readonly NamedType[] } {
    const { definition } = this;
    const context = this.context(true);
    const bases: NamedType[] = [];
    if (definition.kind !== 'enum')
      for (const syntax of this.parts.flatMap((part) => part.bases)) {
        const type = this.guard(() => resolveType(context, syntax), undefined);
        if (type instanceof NamedType) bases.push(type);
      }
    const [first] = bases;
    if (first && first.definition.kind === 'class') return { base: first, interfaces: bases.slice(1) };
    const base = definition.kind === 'interface' ? undefined : defaultBase(definition.kind, definition);
    return { base, interfaces: bases };
  }

  /** Runs a part of a declaration. If it fails, the error is recorded and `otherwise` returned. */
  guard<T>(run: () => T, otherwise: T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ExpressionError) || error instanceof NetException) throw error;
      this.errors.push(error);
      return otherwise;
    }
  }

  #delegate(syntax: TypeSyntaxDeclaration): void {
    let made: { parameters: readonly Parameter[]; returns: Type } | undefined;
    this.definition.signature = () => {
      made ??= this.guard(
        () => ({
          parameters: parametersOf(this.context(true), syntax.parameters),
          returns: syntax.type ? resolveType(this.context(true), syntax.type) : special('void'),
        }),
        { parameters: [], returns: special('error') },
      );
      return made;
    };
  }

  add(member: Member): void {
    const list = this.#own.get(member.name);
    if (list) list.push(member);
    else this.#own.set(member.name, [member]);
  }

  /** Declares all members at the first access to one. */
  #declare(): void {
    if (!this.#hasNested) {
      this.#hasNested = true;
      for (const { definition } of this.nested)
        this.add({ k: 'type', name: definition.name, owner: this.definition, definition, access: 'public' });
    }
    // The base class is resolved among the nested types before the slots of the fields, which follow those of the base, are known.
    if (this.#declared || this.definition.isShaping) return;
    this.#declared = true;
    const { base } = this.definition.shape;
    const above = base && scriptTypes.get(base.definition);
    this.#instanceSlots = above?.layout.length ?? 0;
    for (const syntax of this.#members()) this.#member(syntax);
    if (this.definition.kind === 'class' || this.definition.kind === 'struct')
      for (const constructor of this.constructors.members()) this.add(constructor);
  }

  /** Returns the members of all parts. A partial method is replaced by the part that implements it, and does nothing if there is none. */
  #members(): MemberSyntax[] {
    const all = this.parts.flatMap(({ members }) => members);
    const key = ({ name, parameters }: MethodSyntax): string => `${name}/${String(parameters.length)}`;
    const isPartial = (syntax: MemberSyntax): syntax is MethodSyntax =>
      syntax.k === 'method' && syntax.modifiers.has('partial');
    const implemented = new Set(all.flatMap((syntax) => (isPartial(syntax) && syntax.body ? [key(syntax)] : [])));
    return all.flatMap((syntax): MemberSyntax[] => {
      if (!isPartial(syntax) || syntax.body) return [syntax];
      const { position } = syntax;
      return implemented.has(key(syntax))
        ? []
        : [{ ...syntax, body: { k: 'block', statements: [], end: position, position } }];
    });
  }

  get layout(): readonly FieldMember[] {
    this.#declare();
    if (this.#layout) return this.#layout;
    const base = this.definition.shape.base && scriptTypes.get(this.definition.shape.base.definition);
    const own: FieldMember[] = [];
    for (const member of [...this.#own.values()].flat()) {
      const field = member.k === 'field' ? member : member.k === 'property' ? member.backing : undefined;
      if (field && !field.isStatic && 'slot' in field) own.push(field);
    }
    own.sort((a, b) => (a as SlotField).slot - (b as SlotField).slot);
    return (this.#layout = [...(base?.layout ?? []), ...own]);
  }

  /** Sets the fields of an object to their defaults. */
  blank<T extends Obj>(object: T): T {
    const { type } = object;
    this.world.outside.rt.budget.collect(ENTRY + this.layout.length * PLACE);
    object.fields = this.layout.map((field) =>
      defaultOf(isClosed(field.type) ? field.type : substitute(field.type, type.as(field.owner)?.environment)),
    );
    return object;
  }

  #member(syntax: MemberSyntax): void {
    switch (syntax.k) {
      case 'method':
        this.add(this.#method(syntax));
        break;
      case 'field':
        this.add(
          syntax.isEvent && (this.definition.kind === 'interface' || syntax.modifiers.has('abstract'))
            ? declareEvent(this, syntax.name, syntax.modifiers, syntax.type, undefined)
            : declareField(this, syntax),
        );
        break;
      case 'property':
        this.add(declareProperty(this, syntax));
        break;
      case 'event':
        this.add(
          declareEvent(this, syntax.name, syntax.modifiers, syntax.type, syntax.explicit, syntax.add, syntax.remove),
        );
        break;
      case 'constructor':
        if (this.definition.kind === 'struct' && syntax.parameters.length === 0 && !syntax.modifiers.has('static'))
          this.errors.push(
            new ExpressionError(
              'CS0568: Structs cannot contain explicit parameterless constructors',
              this.world.source,
              syntax.position,
            ),
          );
        this.constructors.add(syntax);
        break;
      case 'unread':
        this.errors.push(syntax.error);
        if (syntax.name !== '') this.add(this.#unread(syntax));
        break;
      default:
    }
  }

  /** Declares a member that cannot be parsed: every use reports its error. */
  #unread({ name, error }: UnreadSyntax): MethodMember {
    return this.method({
      name,
      modifiers: NO_MODIFIERS,
      parameters: [],
      returns: special('error'),
      broken: error,
      bind: undefined,
      context: this.context(false),
    });
  }

  access(modifiers: ReadonlySet<string>): Access {
    if (this.definition.kind === 'interface' || modifiers.has('public') || modifiers.has('internal')) return 'public';
    return modifiers.has('protected') ? 'protected' : 'private';
  }

  /** Resolves a type of a declaration. The error of a wrong one is recorded, and reported where the member is used. */
  type(context: Context, syntax: TypeSyntax): { type: Type; broken: Error | undefined } {
    try {
      return { type: resolveType(context, syntax), broken: undefined };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.errors.push(error);
      return { type: special('error'), broken: error };
    }
  }

  #method(syntax: MethodSyntax): MethodMember {
    const { modifiers, name, position } = syntax;
    const typeParameters = new Map(this.typeParameters);
    const own = syntax.typeParameters.map((each) => new TypeParameter(each.name));
    for (const parameter of own) typeParameters.set(parameter.name, parameter);
    const isStatic = modifiers.has('static');
    const context = this.context(isStatic, typeParameters);
    for (const [index, each] of syntax.typeParameters.entries()) {
      const parameter = own[index];
      if (parameter) this.guard(() => constrain(context, parameter, each.constraints), undefined);
    }
    const { type: returns, broken } = this.type(context, syntax.type);
    const parameters = this.parameters(context, syntax.parameters);
    const explicit = syntax.explicit
      ? this.guard(() => resolveType(context, syntax.explicit ?? syntax.type), undefined)
      : undefined;
    const body = syntax.body;
    return this.method({
      name,
      modifiers,
      typeParameters: own,
      parameters: parameters.list,
      returns,
      explicit: explicit instanceof NamedType ? explicit : undefined,
      isExtension: syntax.parameters[0]?.isThis === true,
      isAsync: modifiers.has('async'),
      broken: broken ?? parameters.broken,
      bind:
        body &&
        ((inner) => {
          inner.fn.returnsRef = modifiers.has('ref');
          return bindCode(inner, syntax.parameters, parameters.list, body, returns, position);
        }),
      context,
    });
  }

  parameters(
    context: Context,
    syntaxes: MethodSyntax['parameters'],
  ): { list: readonly Parameter[]; broken: Error | undefined } {
    try {
      return { list: parametersOf(context, syntaxes), broken: undefined };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.errors.push(error);
      return { list: [], broken: error };
    }
  }

  /** Declares a method whose body is bound and compiled when it is first called. */
  method({
    name,
    modifiers,
    typeParameters = [],
    parameters,
    returns,
    explicit,
    isExtension = false,
    isAsync = false,
    broken,
    bind,
    context,
  }: MethodDeclaration): MethodMember {
    const { definition } = this;
    const isStatic = context.isStatic;
    const compile = compiledBody(bind, { ...context, member: name.replace(/^(?:[gs]et|add|remove)_/u, '') }, isAsync);
    if (bind) this.bodies.push(compile.check);
    const isInterface = definition.kind === 'interface';
    const isGeneric = definition.typeParameters.length > 0 || typeParameters.length > 0;
    const environment = (self: Value, call: Call): TypeEnvironment | undefined => {
      if (!isGeneric) return undefined;
      const outer = isStatic ? call.type.as(definition)?.environment : environmentOf(self, definition);
      if (typeParameters.length === 0) return outer;
      return new Map([
        ...(outer ?? []),
        ...typeParameters.map((parameter, index) => [parameter, call.t[index] ?? parameter] as const),
      ]);
    };
    return {
      k: 'method',
      name,
      owner: definition,
      isStatic,
      access: explicit ? 'public' : this.access(modifiers),
      broken,
      typeParameters,
      parameters,
      returns,
      isExtension,
      isVirtual: isInterface || modifiers.has('virtual') || modifiers.has('abstract') || modifiers.has('override'),
      isAbstract: (isInterface && !bind) || modifiers.has('abstract'),
      isOverride: modifiers.has('override'),
      isSealed: modifiers.has('sealed'),
      explicit,
      returnsRef: modifiers.has('ref') || undefined,
      isScript: true,
      invoke: (self, args, call) => {
        if (broken) throw broken;
        if (isStatic && this.constructors.hasStatic) this.statics(call.type);
        return compile.code()(self, args, [], environment(self, call));
      },
    };
  }

  /** Declares a field in a slot of the object or of the class. */
  slot({
    name,
    modifiers,
    type,
    isStatic,
    isReadOnly = false,
    isEvent = false,
    broken,
    constant,
  }: SlotDeclaration): FieldMember {
    const base = {
      k: 'field',
      name,
      isOverride: modifiers.has('override'),
      isVirtual: modifiers.has('virtual'),
      owner: this.definition,
      isStatic,
      access: this.access(modifiers),
      type,
      isReadOnly,
      isEvent,
      constant,
      broken,
    } as const;
    if (constant) return { ...base, get: constant, set: undefined };
    if (!isStatic) {
      const slot = this.#instanceSlots++;
      const made: SlotField = {
        ...base,
        slot,
        get: (self) => (self as Obj).fields[slot] ?? null,
        set: (self, value) => {
          (self as Obj).fields[slot] = value;
        },
      };
      return made;
    }
    const slot = this.#staticSlots++;
    return {
      ...base,
      get: (_self, call) => this.statics(call.type)[slot] ?? null,
      set: (_self, value, call) => {
        this.statics(call.type)[slot] = value;
      },
    };
  }

  /** Returns the static fields of a type; the first use runs their initializers and the static constructor. */
  statics(given: NamedType): Value[] {
    return this.#initial.statics(given);
  }

  /** Runs the field initializers of an object. */
  initialize(self: Obj, type: NamedType): void {
    this.#initial.initialize(self, type);
  }

  /** Binds the initializers of all fields to find their errors. */
  checkInitializers(): void {
    this.#initial.check();
  }
}
