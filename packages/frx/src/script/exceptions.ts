import { ExpressionError, NetException } from '../expression/errors.ts';
import { HostObject, hostClass, liveOf, textProperty } from '../expression/hostClass.ts';
import type { NetObject, TypeName, Value } from '../expression/values.ts';

/** Exceptions of scripts: which `catch` takes which, and exceptions as objects. */

/** Nearest base of the .NET exceptions that have one other than Exception. */
const bases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ArgumentNullException: 'ArgumentException',
    ArgumentOutOfRangeException: 'ArgumentException',
    DivideByZeroException: 'ArithmeticException',
    OverflowException: 'ArithmeticException',
    ArithmeticException: 'SystemException',
    ArgumentException: 'SystemException',
    FormatException: 'SystemException',
    IndexOutOfRangeException: 'SystemException',
    InvalidCastException: 'SystemException',
    InvalidOperationException: 'SystemException',
    KeyNotFoundException: 'SystemException',
    NullReferenceException: 'SystemException',
    NotSupportedException: 'SystemException',
    NotImplementedException: 'SystemException',
    OutOfMemoryException: 'SystemException',
  }),
);

/** Tells whether `catch (type)` takes an exception. */
export function isCaught(exception: NetException, type: TypeName): boolean {
  if (type === 'Exception') return true;
  for (let name: string | undefined = exception.typeName; name !== undefined; name = bases.get(name)) {
    if (name === type) return true;
  }
  return false;
}

interface ExceptionState {
  readonly type: TypeName;
  readonly message: string;
  readonly inner: Value;
}

const exceptionClass = hostClass<ExceptionState>('Exception', {
  properties: {
    Message: textProperty((state) => state.message),
    InnerException: { get: (state) => state.inner },
    StackTrace: textProperty(() => ''),
    Source: textProperty(() => ''),
  },
  text: (state) => `System.${state.type}: ${state.message}`,
});

/** The object a `catch` variable holds. */
export function exceptionObject(exception: NetException): NetObject {
  const state = { type: exception.typeName, message: exception.message, inner: null };
  return new HostObject(exceptionClass, state, exception.typeName);
}

/** What `new SomethingException(message)` makes; undefined when the name is none of an exception. */
export function exceptionMaker(type: TypeName): ((args: readonly Value[]) => Value) | undefined {
  if (!/^\w*Exception$/u.test(type)) return undefined;
  return ([message, inner]) =>
    new HostObject(
      exceptionClass,
      {
        type,
        message: typeof message === 'string' ? message : `Exception of type 'System.${type}' was thrown.`,
        inner: inner ?? null,
      },
      type,
    );
}

/** The error that `throw value` raises. */
export function thrown(value: Value, source: string, position: number): ExpressionError {
  const state = liveOf(exceptionClass, value);
  if (!state) return new ExpressionError('Only an exception can be thrown', source, position);
  return new NetException(state.type, state.message, source, position);
}
