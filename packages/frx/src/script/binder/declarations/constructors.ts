import type { Value } from '../../../expression/values/values.ts';
import type { ArgumentSyntax, ConstructorSyntax } from '../../grammar/syntax.ts';
import { Obj, StructObj } from '../../runtime/objects.ts';
import type { Frame } from '../bound.ts';
import { bindArguments } from '../expressions/calls.ts';
import { emitArguments } from '../expressions/invoking.ts';
import { declareVariable, fail, Scope } from '../context.ts';
import type { Context } from '../context.ts';
import { constructors } from '../expressions/creation.ts';
import { scriptTypes } from '../types/scriptTypes.ts';
import type { ScriptClass } from '../types/scriptTypes.ts';
import { compiledBody } from './bodies.ts';
import { compileFunction, RETURN } from './functions.ts';
import type { Code } from './functions.ts';
import { parametersOf } from './methods.ts';
import { bindExpression } from '../expressions/expressions.ts';
import { resolveOverload } from '../types/overloads.ts';
import { isSpecial, special } from '../types/specials.ts';
import { blockOf } from '../statements/statements.ts';
import type { Call, MethodMember, NamedType, Parameter, TypeDefinition, TypeEnvironment } from '../types/types.ts';

/** Constructors (C# specification, Instance constructors and Static constructors). */

/** Placeholder of an object whose class has a base in the library, until the constructor of the base has created it. */
class Pending extends Obj {}

interface Entry {
  readonly member: MethodMember;
  readonly code: () => Code;
}

/** Code of constructors, through which they call each other. */
const codes = new WeakMap<MethodMember, () => Code>();

function environmentFor(definition: TypeDefinition, type: NamedType): TypeEnvironment | undefined {
  return definition.typeParameters.length === 0 ? undefined : type.as(definition)?.environment;
}

/** Constructors of a class or structure, with the field initializers and chained constructors they run first. */
export class Constructors {
  readonly #type: ScriptClass;
  readonly #syntaxes: ConstructorSyntax[] = [];
  readonly #entries: Entry[] = [];
  #static: (() => Code) | undefined;
  hasStatic = false;

  constructor(type: ScriptClass) {
    this.#type = type;
  }

  add(syntax: ConstructorSyntax): void {
    if (syntax.modifiers.has('static')) {
      this.hasStatic = true;
      const compile = compiledBody(
        (context) => this.#staticBody(context, syntax),
        { ...this.#type.context(true, this.#type.typeParameters, true), member: '.cctor' },
        false,
      );
      this.#type.bodies.push(compile.check);
      this.#static = compile.code;
    } else this.#syntaxes.push(syntax);
  }

  #staticBody(context: Context, syntax: ConstructorSyntax): () => Code {
    if (syntax.body.k !== 'block') {
      const value = bindExpression(context, syntax.body);
      return () => compileFunction(context, context.fn, [], { expression: value.emit() });
    }
    context.fn.returns = special('void');
    const block = blockOf({ ...context, scope: new Scope(context.scope) }, syntax.body.statements);
    return () => compileFunction(context, context.fn, [], { exec: block.exec() });
  }

  runStatic(call: Call): void {
    this.#static?.()(null, [], [], call.type.environment);
  }

  /** Returns the constructors as static methods that return an object; a class without one has an empty one. */
  members(): MethodMember[] {
    const { definition } = this.#type;
    const given =
      this.#syntaxes.length > 0
        ? this.#syntaxes
        : definition.kind === 'class' && !definition.isStatic
          ? [undefined]
          : [];
    for (const syntax of given) this.#entries.push(this.#entry(syntax));
    return this.#entries.map(({ member }) => member);
  }

  #entry(syntax: ConstructorSyntax | undefined): Entry {
    const type = this.#type;
    const { definition } = type;
    const context = { ...type.context(false, type.typeParameters, true), member: '.ctor' };
    const parameters: readonly Parameter[] = syntax
      ? type.guard(() => parametersOf(context, syntax.parameters), [])
      : [];
    const compile = compiledBody((inner) => this.#bind(inner, syntax, parameters), context, false);
    type.bodies.push(compile.check);
    const member: MethodMember = {
      k: 'method',
      name: '.ctor',
      owner: definition,
      isStatic: true,
      access: syntax
        ? type.access(syntax.modifiers) === 'private' && syntax.modifiers.size === 0
          ? 'private'
          : type.access(syntax.modifiers)
        : 'public',
      typeParameters: [],
      parameters,
      returns: definition.open,
      isExtension: false,
      isVirtual: false,
      isAbstract: false,
      isOverride: false,
      explicit: undefined,
      isScript: true,
      invoke: (_self, args, call) => {
        if (this.hasStatic) type.statics(call.type);
        return compile.code()(this.#allocate(call.type), args, [], this.#environment(call.type));
      },
    };
    codes.set(member, compile.code);
    return { member, code: compile.code };
  }

  #environment(type: NamedType): TypeEnvironment | undefined {
    const { definition } = this.#type;
    return definition.typeParameters.length === 0 ? undefined : type.as(definition)?.environment;
  }

  #allocate(type: NamedType): Obj {
    const own = scriptTypes.get(type.definition) ?? this.#type;
    if (type.definition.kind === 'struct') return own.blank(new StructObj(type));
    return libraryBase(this.#type) ? new Pending(type) : own.blank(new Obj(type));
  }

  /** Binds a constructor: `this(…)` or `base(…)`, then the body. */
  #bind(context: Context, syntax: ConstructorSyntax | undefined, parameters: readonly Parameter[]): () => Code {
    const inner: Context = { ...context, scope: new Scope(context.scope) };
    const { fn } = context;
    fn.returns = special('void');
    const variables = parameters.map((parameter, index) =>
      declareVariable(inner, parameter.name, parameter.type, syntax?.parameters[index]?.position ?? 0, {
        isRef: parameter.mode === 'ref' || parameter.mode === 'out',
      }),
    );
    const chain = this.#chain({ ...inner, isStatic: true }, syntax?.chain, syntax?.position ?? 0);
    const body = syntax?.body;
    let run: (() => (frame: Frame) => void) | undefined;
    if (body?.k === 'block') {
      const block = blockOf({ ...inner, scope: new Scope(inner.scope) }, body.statements);
      run = () => {
        const exec = block.exec();
        return (frame) => void exec(frame);
      };
    } else if (body) {
      const value = bindExpression(inner, body);
      run = () => {
        const evaluate = value.emit();
        return (frame) => void evaluate(frame);
      };
    }
    return () => {
      const start = chain();
      const rest = run?.();
      return compileFunction(inner, fn, variables, {
        exec: (frame) => {
          frame.self = start(frame);
          rest?.(frame);
          frame.result = frame.self;
          return RETURN;
        },
      });
    };
  }

  /** Compiles the chained constructor and the field initializers, in the order of C#; the result returns the object. */
  #chain(context: Context, chain: ConstructorSyntax['chain'], position: number): () => (frame: Frame) => Value {
    const type = this.#type;
    const argsSyntax: readonly ArgumentSyntax[] = chain?.args ?? [];
    // A struct has an implicit constructor without parameters.
    const isBlank = type.definition.kind === 'struct' && argsSyntax.length === 0;
    if (chain?.to === 'this' && !isBlank) {
      const call = this.#call(context, type.definition.open, argsSyntax, chain.position);
      return () => {
        const { entry, values } = call();
        return (frame) => entry(frame.self, values(frame));
      };
    }
    const { base } = type.definition.shape;
    const initialize = (self: Value): void => {
      if (self instanceof Obj) type.initialize(self, self.type);
    };
    if (!base || isSpecial(base, 'object') || isSpecial(base, 'ValueType')) {
      return () => (frame) => {
        initialize(frame.self);
        return frame.self;
      };
    }
    const call = this.#call(context, base, argsSyntax, chain?.position ?? (position || (type.parts[0]?.position ?? 0)));
    return () => {
      const { entry, values } = call();
      return (frame) => {
        const isPending = frame.self instanceof Pending;
        if (!isPending) initialize(frame.self);
        const self = entry(frame.self, values(frame));
        if (isPending) {
          if (self instanceof Obj && !scriptTypes.has(base.definition))
            scriptTypes.get(self.type.definition)?.blank(self);
          initialize(self);
        }
        return self;
      };
    };
  }

  /** Binds the call of a constructor of this class or its base; `entry` runs it on an existing object. */
  #call(
    context: Context,
    of: NamedType,
    argsSyntax: readonly ArgumentSyntax[],
    position: number,
  ): () => { entry: (self: Value, args: readonly Value[]) => Value; values: (frame: Frame) => Value[] } {
    const args = bindArguments(context, argsSyntax);
    const candidates = constructors(of);
    if (candidates.length === 0)
      fail(
        context,
        `CS1729: '${of.definition.name}' does not contain a constructor that takes ${String(args.length)} arguments`,
        position,
      );
    const resolution = resolveOverload(context, '.ctor', candidates, args, [], position);
    const { method } = resolution.candidate;
    const { rt } = context.world.outside;
    const script = scriptTypes.get(of.definition);
    const own = codes.get(method);
    return () => ({
      values: emitArguments(context, resolution, args),
      entry:
        own && script
          ? (self, given) =>
              own()(self, given, [], self instanceof Obj ? environmentFor(script.definition, self.type) : undefined)
          : (self, given) => method.invoke(null, given, { rt, t: [], type: (self as Obj).type }),
    });
  }
}

/** Returns true if a class of the library other than `object` is among the bases. */
function libraryBase(type: ScriptClass): boolean {
  for (let base = type.definition.shape.base; base; base = base.base)
    if (!base.definition.isScript) return !isSpecial(base, 'object') && !isSpecial(base, 'ValueType');
  return false;
}
