import { ExpressionError, NetException } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { MethodSyntax } from '../../grammar/syntax.ts';
import type { Frame } from '../bound.ts';
import type { LocalCall } from '../expressions/invoking.ts';
import { declareVariable, fail, FunctionContext, Scope } from '../context.ts';
import type { Context, Variable } from '../context.ts';
import { bindCode, declareTypeParameters, parametersOf } from './methods.ts';
import { captureCells, readVariable, writeVariable, NEXT } from './functions.ts';
import type { Code, Exec } from './functions.ts';
import { special } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import type { MethodMember, NamedType, TypeParameter } from '../types/types.ts';
import { Obj } from '../../runtime/objects.ts';
import type { Cell } from '../../runtime/objects.ts';

/** Local functions (C# specification, Local function declarations). */

interface LocalCode {
  readonly code: Code;
  readonly cells: readonly Cell[];
  readonly frame: Frame;
}

/** Value of the variable of a local function. */
class LocalFunctionValue extends Obj {
  readonly local: LocalCode;
  constructor(type: NamedType, local: LocalCode) {
    super(type);
    this.local = local;
  }
}

/** Declares a local function in the current scope; `finish` binds its body after the whole block. */
export function bindLocalFunction(context: Context, syntax: MethodSyntax): { finish: () => { start: () => Exec } } {
  const { name, position } = syntax;
  const typeParameters = new Map<string, TypeParameter>(context.typeParameters);
  const own = declareTypeParameters({ ...context, typeParameters }, syntax.typeParameters, typeParameters);
  const outer: Context = { ...context, typeParameters, isStatic: context.isStatic };
  const parameters = parametersOf(outer, syntax.parameters);
  const returns = resolveType(outer, syntax.type);
  if (context.scope.names.has(name))
    fail(context, `CS0128: A local variable or function named '${name}' is already defined in this scope`, position);
  const variable: Variable = declareVariable(context, `<${name}>`, special('object'), position);
  const owner = context.type?.definition ?? special('object').definition;
  const { rt } = context.world.outside;
  const base = {
    name,
    owner,
    isStatic: true,
    access: 'public',
    isExtension: false,
    isVirtual: false,
    isAbstract: false,
    isOverride: false,
    explicit: undefined,
    isScript: true,
  } as const;
  context.scope.names.set(name, {
    kind: 'function',
    name,
    bind: (at, user) => {
      if (variable.owner !== user.fn) user.fn.capture(variable);
      const holder = bindHolder(variable);
      const method: MethodMember = {
        ...base,
        k: 'method',
        typeParameters: own,
        parameters,
        returns,
        // The first argument is the value of the variable: see `bindHolder`.
        invoke: () => null,
      };
      return {
        type: special('error'),
        position: at,
        form: 'group',
        group: {
          name,
          receiver: undefined,
          candidates: [{ method: { ...method, local: holder } as MethodMember, type: owner.open }],
          typeArguments: [],
          isBase: false,
        },
        emit: () =>
          fail(
            context,
            `CS0428: Cannot convert method group '${name}' to a value. Did you intend to invoke the method?`,
            at,
          ),
      };
    },
  });
  return {
    finish: () => {
      const fn = new FunctionContext(context.fn, returns, syntax.modifiers.has('async'));
      let made: (() => Code) | undefined;
      try {
        const inner: Context = { ...outer, fn, scope: new Scope(context.scope, true) };
        made = bindCode(
          inner,
          syntax.parameters,
          parameters,
          syntax.body ?? fail(context, `CS8112: Local function '${name}' must declare a body`, position),
          returns,
          syntax.position,
        );
      } catch (error) {
        if (!(error instanceof ExpressionError) || error instanceof NetException) throw error;
        fn.errors.push(error);
      }
      context.fn.errors.push(...fn.errors);
      return {
        start: () => {
          const code = made?.();
          const cells = captureCells(context.fn, fn);
          const write = writeVariable(context, variable);
          void rt;
          return (frame) => {
            if (code) write(frame, new LocalFunctionValue(special('object'), { code, cells: cells(frame), frame }));
            return NEXT;
          };
        },
      };
    },
  };
}

function bindHolder(variable: Variable): (context: Context, own: readonly TypeParameter[]) => LocalCall {
  return (context, own) => {
    if (variable.owner !== context.fn) context.fn.capture(variable);
    const read = (): ((frame: Frame) => Value) => readVariable(context, variable);
    let evaluate: ((frame: Frame) => Value) | undefined;
    const held = (frame: Frame): LocalCode => {
      evaluate ??= read();
      const value = evaluate(frame);
      if (!(value instanceof LocalFunctionValue))
        throw new ExpressionError('CS0165: Use of a local function before it is declared');
      return value.local;
    };
    return {
      call: (frame, args, types) => {
        const { code, cells, frame: declared } = held(frame);
        const { self, env } = declared;
        const environment =
          own.length === 0
            ? env
            : new Map([
                ...(env ?? []),
                ...own.map((parameter, index) => [parameter, types[index] ?? parameter] as const),
              ]);
        return code(self, args, cells, environment);
      },
      identity: (frame) => {
        const { code, cells, frame: declared } = held(frame);
        return [code, declared.self, ...cells];
      },
    };
  };
}
