import { compileTree } from '../expression/compileNode.ts';
import { assignTo, defaultOf } from '../expression/convert.ts';
import { ExpressionError } from '../expression/errors.ts';
import { reference } from '../expression/members/arguments.ts';
import type { Binding, Scope } from '../expression/scope.ts';
import type { Expression, LambdaExpression } from '../expression/syntax.ts';
import { Delegate, NetArray } from '../expression/values.ts';
import type { TypeName, Value } from '../expression/values.ts';
import { compileBlock } from './compileStatement.ts';
import type { CodeContext } from './compileStatement.ts';
import { NORMAL } from './frame.ts';
import type { Execute, Frame } from './frame.ts';
import type { Instance } from './instance.ts';
import { createLocals } from './locals.ts';
import type { Locals } from './locals.ts';
import type { BlockStatement, LocalFunction, Parameter } from './syntax.ts';

/** A method ready to be called. */
export type Invoke = (self: Instance, args: readonly Value[]) => Value;

/** The parts of a method, an accessor or a constructor. */
export interface Code {
  readonly parameters: readonly Parameter[];
  /** `void` when nothing is returned. */
  readonly type: TypeName;
  readonly body: BlockStatement | Expression;
}

/** The scope of a class: its members and the names of the report. */
export type ClassScope = Scope<Frame>;

function isBlock(body: BlockStatement | Expression | { readonly kind: 'block' }): body is BlockStatement {
  return body.kind === 'block';
}

/** Compiles a method's body; names are looked up among its variables first, then in the class. */
export function compileMethod(code: Code, scope: ClassScope, source: string): Invoke {
  const locals = createLocals(scope.runtime.budget);
  const context = codeContext(locals, scope, source);
  const bind = compileParameters(code.parameters, context);
  const run = compileBody(code.body, context);
  const convert = resultConverter(code.type);
  const blank = Array.from({ length: locals.size }, (): Value => null);
  const { budget } = scope.runtime;
  return (self, args) => {
    budget.enter();
    try {
      const frame: Frame = { self, locals: blank.slice(), result: null };
      const finish = bind(frame, args);
      run(frame);
      finish?.();
      return convert(frame.result);
    } finally {
      budget.leave();
    }
  };
}

function resultConverter(type: TypeName): (value: Value) => Value {
  if (type === 'void') return () => null;
  return assignTo(type);
}

function compileBody(body: BlockStatement | Expression, context: CodeContext): Execute {
  if (isBlock(body)) return compileBlock(body, context);
  const { evaluate } = compileTree(body, context.scope, context.source);
  return (frame) => {
    frame.result = evaluate(frame);
    return NORMAL;
  };
}

/** Puts arguments into a frame; what it gives writes `ref` and `out` variables back. */
type Bind = (frame: Frame, args: readonly Value[]) => (() => void) | undefined;

function compileParameters(parameters: readonly Parameter[], context: CodeContext): Bind {
  const places = parameters.map((parameter) => {
    const { slot } = context.locals.declare(parameter.name, parameter.type);
    const convert = assignTo(parameter.mode === 'params' ? parameter.type.replace(/\[\]$/u, '') : parameter.type);
    const initial = parameter.initial && compileTree(parameter.initial, context.scope, context.source).evaluate;
    return { parameter, slot, convert, initial };
  });
  return (frame, args) => {
    let finish: (() => void) | undefined;
    for (const [index, { parameter, slot, convert, initial }] of places.entries()) {
      if (parameter.mode === 'params') {
        frame.locals[slot] = restOf(args, index, parameter.type, convert);
        continue;
      }
      if (index >= args.length && !initial) {
        throw new ExpressionError(`The argument '${parameter.name}' is not given`);
      }
      if (parameter.mode === 'value') {
        frame.locals[slot] = index < args.length ? convert(args[index] ?? null) : (initial?.(frame) ?? null);
        continue;
      }
      const target = reference(args, index);
      frame.locals[slot] = parameter.mode === 'ref' ? convert(target.get('value')) : defaultOf(parameter.type);
      const earlier = finish;
      finish = () => {
        earlier?.();
        target.set('value', frame.locals[slot] ?? null);
      };
    }
    if (args.length > places.length && places.at(-1)?.parameter.mode !== 'params') {
      throw new ExpressionError(`${String(args.length)} arguments are too many`);
    }
    return finish;
  };
}

function restOf(args: readonly Value[], index: number, type: TypeName, convert: (value: Value) => Value): NetArray {
  const only = args[index];
  if (only instanceof NetArray && args.length === index + 1) return only;
  return new NetArray(type.replace(/\[\]$/u, ''), args.slice(index).map(convert));
}

/** A method's own names in front of those of its class. */
function codeContext(locals: Locals, classScope: ClassScope, source: string): CodeContext {
  const self: Binding<Frame> = { type: 'object', read: (frame) => frame.self };
  const scope: Scope<Frame> = {
    ...classScope,
    resolveObject: (name) => (name === 'this' ? self : (locals.find(name) ?? classScope.resolveObject(name))),
    resolveFunction: (name, args) => {
      const local = locals.find(name);
      if (!local) return classScope.resolveFunction(name, args);
      return {
        type: 'object',
        evaluate: (frame) => {
          const callee = local.read(frame);
          if (!(callee instanceof Delegate)) throw new ExpressionError(`'${name}' cannot be called`);
          return callee.invoke(args.map(({ evaluate }) => evaluate(frame)));
        },
      };
    },
    declareVariable: (name, type) => locals.declare(name, type),
    compileLambda: (node) => compileLambda(node, context),
  };
  const context: CodeContext = {
    scope,
    locals,
    source,
    declareFunction: (node) => declareFunction(node, context),
  };
  return context;
}

/**
 * A lambda shares the frame of the method it stands in, so that it sees and changes its variables. Its own variables have places of their own
 * there; two calls of the same lambda at the same time, one inside the other, would share them.
 */
function compileLambda(node: LambdaExpression, context: CodeContext): (frame: Frame) => Value {
  const parameters = node.parameters.map((name): Parameter => ({
    name,
    type: 'object',
    mode: 'value',
    initial: undefined,
  }));
  const { body } = node;
  return closure('lambda', parameters, isBlock(body) ? body : (body as Expression), context);
}

function closure(
  name: string,
  parameters: readonly Parameter[],
  body: BlockStatement | Expression,
  context: CodeContext,
): (frame: Frame) => Value {
  const { bind, run } = context.locals.block(() => ({
    bind: compileParameters(parameters, context),
    run: compileBody(body, context),
  }));
  const { budget } = context.scope.runtime;
  return (frame) =>
    new Delegate(name, (args) => {
      budget.enter();
      const outer = frame.result;
      try {
        frame.result = null;
        bind(frame, args);
        run(frame);
        return frame.result;
      } finally {
        frame.result = outer;
        budget.leave();
      }
    });
}

function declareFunction(node: LocalFunction, context: CodeContext): Execute {
  const { slot } = context.locals.declare(node.name, 'object');
  const make = closure(node.name, node.parameters, node.body, context);
  return (frame) => {
    frame.locals[slot] = make(frame);
    return NORMAL;
  };
}
