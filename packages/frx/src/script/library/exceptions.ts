import { ExpressionError, NetException } from '../../expression/errors.ts';
import type { Runtime } from '../../expression/scope.ts';
import type { Value } from '../../expression/values/values.ts';
import { installInitializerFailure, installRaise } from '../runtime/hooks.ts';
import { systemText } from '../binder/types/types.ts';
import type { Call, NamedType, TypeDefinition } from '../binder/types/types.ts';
import { Obj } from '../runtime/objects.ts';
import { callScript, textOf } from '../runtime/values.ts';
import { HashTable, equalityOf } from '../runtime/collections.ts';
import { declare, libraryType, need } from './registry.ts';

/** `HResult` of exceptions; a class that states none has that of its base. */
const CODES: Readonly<Record<string, number>> = {
  Exception: -2146233088,
  SystemException: -2146233087,
  ArgumentException: -2147024809,
  ArgumentNullException: -2147467261,
  ArgumentOutOfRangeException: -2146233086,
  ArithmeticException: -2147024362,
  ArrayTypeMismatchException: -2146233085,
  DivideByZeroException: -2147352558,
  FormatException: -2146233033,
  IndexOutOfRangeException: -2146233080,
  InvalidCastException: -2147467262,
  InvalidOperationException: -2146233079,
  KeyNotFoundException: -2146232969,
  NotImplementedException: -2147467263,
  NotSupportedException: -2146233067,
  NullReferenceException: -2147467261,
  OverflowException: -2146233066,
  ApplicationException: -2146232832,
  TimeoutException: -2146233083,
  RankException: -2146233065,
  AggregateException: -2146233088,
  ObjectDisposedException: -2146232798,
  DataException: -2146232032,
  ConstraintException: -2146232022,
  IOException: -2146232800,
  UnauthorizedAccessException: -2147024891,
  OperationCanceledException: -2146233029,
  CultureNotFoundException: -2147024809,
  XmlException: -2146232000,
  OutOfMemoryException: -2147024882,
  TypeInitializationException: -2146233036,
  InvalidDataException: -2146233087,
  DuplicateNameException: -2146232030,
  ReadOnlyException: -2146232025,
  NoNullAllowedException: -2146232026,
  RowNotInTableException: -2146232024,
  VersionNotFoundException: -2146232023,
  DeletedRowInaccessibleException: -2146232031,
  InvalidConstraintException: -2146232028,
  EndOfStreamException: -2147024858,
  FileNotFoundException: -2147024894,
};

function codeOf(definition: TypeDefinition): number {
  for (let at: TypeDefinition | undefined = definition; at; at = at.shape.base?.definition) {
    const code = CODES[at.name];
    if (code !== undefined && !at.isScript) return code;
  }
  return -2146233088;
}

/** Exceptions (System.Exception and those that the library throws). */
export class ExceptionObj extends Obj {
  message: string | null = null;
  inner: Value = null;
  parameter: string | null = null;
  /** Text of the argument that is out of range. */
  actual: string | null = null;
  source: Value = null;
  /** Name of the type, object or file that the exception is about. */
  subject: string | null = null;
  actualValue: Value = null;
  helpLink: Value = null;
  hresult: number | undefined;
  data: HashTable | undefined;
  all: readonly Value[] = [];
  /** True once the exception was thrown, when it has a stack trace. */
  isThrown = false;

  override nativeText(rt: Runtime): string {
    if (this.isThrown) noTrace('ToString');
    const message = messageOf(this, rt);
    const own = message === '' ? systemText(this.type) : `${systemText(this.type)}: ${message}`;
    const inner =
      this.inner === null ? '' : `\n ---> ${textOf(this.inner, rt)}\n   --- End of inner exception stack trace ---`;
    const others = this.all.flatMap((each, index) =>
      each === this.inner ? [] : [`\n ---> (Inner Exception #${String(index)}) ${textOf(each, rt)}<---\n`],
    );
    const text = own + inner + others.join('');
    rt.budget.hold(text.length);
    return text;
  }
}

function untold(member: string, what: string): never {
  throw new ExpressionError(
    `Exception.${member} of a thrown exception has ${what}, which is not available here; use Message`,
  );
}
const noTrace = (member: string): never => untold(member, 'a stack trace');

/** A thrown exception of a script. */
class Thrown extends NetException {
  readonly object: ExceptionObj;
  constructor(object: ExceptionObj, message: string) {
    super(object.type.definition.name, message);
    this.object = object;
    object.isThrown = true;
  }
}

/** Returns the message of an exception, which a class of the script may override. */
export function messageOf(object: ExceptionObj, rt: Runtime): string {
  for (const base of object.type.bases) {
    if (!base.definition.isScript) break;
    const own = base.definition.members('Message')[0];
    if (own?.k === 'property' && own.get?.isOverride) return textOf(callScript(object, own.get, [], rt), rt);
  }
  return plainMessage(object);
}

const isDisposed = (object: ExceptionObj): boolean =>
  object.type.bases.some(({ definition }) => definition.name === 'ObjectDisposedException');

/** Returns the message given to the constructor, with parameter and value. */
export function plainMessage(object: ExceptionObj): string {
  const text = object.message ?? defaultMessage(object.type);
  const about =
    object.subject !== null && object.subject !== '' && isDisposed(object) ? `\nObject name: '${object.subject}'.` : '';
  const named =
    object.parameter === null || object.parameter === '' ? text + about : `${text} (Parameter '${object.parameter}')`;
  return object.actual === null ? named : `${named}\nActual value was ${object.actual}.`;
}

const DEFAULTS: Readonly<Record<string, string>> = {
  ArgumentException: 'Value does not fall within the expected range.',
  ArgumentNullException: 'Value cannot be null.',
  ArgumentOutOfRangeException: 'Specified argument was out of the range of valid values.',
  ArithmeticException: 'Overflow or underflow in the arithmetic operation.',
  DivideByZeroException: 'Attempted to divide by zero.',
  FormatException: 'One of the identified items was in an invalid format.',
  IndexOutOfRangeException: 'Index was outside the bounds of the array.',
  InvalidCastException: 'Specified cast is not valid.',
  InvalidOperationException: 'Operation is not valid due to the current state of the object.',
  KeyNotFoundException: 'The given key was not present in the dictionary.',
  NotImplementedException: 'The method or operation is not implemented.',
  NotSupportedException: 'Specified method is not supported.',
  NullReferenceException: 'Object reference not set to an instance of an object.',
  OverflowException: 'Arithmetic operation resulted in an overflow.',
  TimeoutException: 'The operation has timed out.',
  ApplicationException: 'Error in the application.',
  AggregateException: 'One or more errors occurred.',
  OperationCanceledException: 'The operation was canceled.',
  UnauthorizedAccessException: 'Attempted to perform an unauthorized operation.',
  SystemException: 'System error.',
  ObjectDisposedException: 'Cannot access a disposed object.',
  ArrayTypeMismatchException: 'Attempted to access an element as a type incompatible with the array.',
  OutOfMemoryException: 'Insufficient memory to continue the execution of the program.',
  InsufficientMemoryException: 'Insufficient memory to continue the execution of the program.',
  MemberAccessException: 'Cannot access member.',
  MissingMemberException: 'Attempted to access a missing member.',
  MissingMethodException: 'Attempted to access a missing method.',
  RankException: 'Attempted to operate on an array with the incorrect number of dimensions.',
  NotFiniteNumberException: 'Number encountered was not a finite quantity.',
  StackOverflowException: 'Operation caused a stack overflow.',
  PlatformNotSupportedException: 'Operation is not supported on this platform.',
  TaskCanceledException: 'A task was canceled.',
  UriFormatException: 'One of the identified items was in an invalid format.',
  IOException: 'I/O error occurred.',
  EndOfStreamException: 'Attempted to read past the end of the stream.',
  FileNotFoundException: 'Unable to find the specified file.',
  DirectoryNotFoundException: 'Attempted to access a path that is not on the disk.',
  InvalidDataException: 'Found invalid data while decoding.',
  SwitchExpressionException: 'Non-exhaustive switch expression failed to match its input.',
  DataException: 'Data Exception.',
  InvalidExpressionException: 'Data Exception.',
  EvaluateException: 'Data Exception.',
  SyntaxErrorException: 'Data Exception.',
  DuplicateNameException: 'Duplicate name not allowed.',
  ConstraintException: 'Constraint Exception.',
  NoNullAllowedException: 'Null not allowed.',
  ReadOnlyException: 'Column is marked read only.',
  VersionNotFoundException: 'Version not found.',
  RowNotInTableException: 'Row not found in table.',
  DeletedRowInaccessibleException: 'Deleted rows inaccessible.',
  MissingPrimaryKeyException: 'Missing primary key.',
  XmlException: 'An XML error has occurred.',
  CultureNotFoundException: 'Culture is not supported.',
};

function defaultMessage(type: NamedType): string {
  for (const base of type.bases) {
    if (base.definition.isScript) continue;
    const found = DEFAULTS[base.definition.name];
    if (base.definition.name !== 'Exception' && found !== undefined && type.definition === base.definition)
      return found;
    if (base.definition.name === 'Exception') break;
  }
  const own = DEFAULTS[type.base?.definition.name ?? ''];
  if (type.definition.isScript && own !== undefined && type.base?.definition.name !== 'Exception') return own;
  return `Exception of type '${systemText(type)}' was thrown.`;
}

/** Returns the exception object for a catch clause. */
export function caughtObject(error: NetException): ExceptionObj {
  if (error instanceof Thrown) return error.object;
  const known = objects.get(error);
  if (known) return known;
  const type = libraryType(error.typeName)?.open ?? need('Exception').open;
  const object = new ExceptionObj(type);
  object.isThrown = true;
  const named = /(?<!\s)\s*\(Parameter '(.*)'\)$/su.exec(error.message);
  object.message = error.message.slice(0, named?.index);
  object.parameter = named?.[1] ?? null;
  if (error.inner) object.inner = caughtObject(error.inner);
  objects.set(error, object);
  return object;
}

const objects = new WeakMap<NetException, ExceptionObj>();

installRaise((value) =>
  value instanceof ExceptionObj
    ? new Thrown(value, plainMessage(value))
    : new NetException('InvalidCastException', 'Only exceptions can be thrown.'),
);

installInitializerFailure((type, inner) => {
  const object = new ExceptionObj(need('TypeInitializationException').open);
  // .NET omits the enclosing type of a nested one.
  const name = type.definition.fullName.split('+').at(-1) ?? '';
  object.message = `The type initializer for '${name}' threw an exception.`;
  object.inner = caughtObject(inner);
  object.subject = name;
  return new Thrown(object, object.message);
});

/** Returns the error that throws an exception of a script. */
export function thrownOf(value: Value): Error {
  return value instanceof ExceptionObj ? new Thrown(value, plainMessage(value)) : new NetException('Exception', '');
}

/** System.Exception. */
export function exceptionType(): NamedType {
  return need('Exception').open;
}

function made(c: Call, message: string | null, inner: Value = null, parameter: string | null = null): ExceptionObj {
  const object = new ExceptionObj(c.type);
  object.message = message;
  object.inner = inner;
  object.parameter = parameter;
  return object;
}

const common = {
  'new()': (c: Call) => made(c, null),
  'new(string message)': (c: Call, message: string | null) => made(c, message),
  'new(string message, Exception innerException)': (c: Call, message: string | null, inner: Value) =>
    made(c, message, inner),
};

declare(
  'System',
  'class Exception',
  {
    ...common,
    'virtual string Message { get; }': (_c, self: ExceptionObj) => plainMessage(self),
    'Exception InnerException { get; }': (_c, self: ExceptionObj) => self.inner,
    'string StackTrace { get; }': (_c, self: ExceptionObj) => (self.isThrown ? noTrace('StackTrace') : null),
    'string Source { get; set; }': {
      get: (_c, self: ExceptionObj) =>
        self.source === null && self.isThrown ? untold('Source', 'the name of its assembly') : self.source,
      set: (_c, self: ExceptionObj, value: Value) => void (self.source = value),
    },
    'string HelpLink { get; set; }': {
      get: (_c, self: ExceptionObj) => self.helpLink,
      set: (_c, self: ExceptionObj, value: Value) => void (self.helpLink = value),
    },
    'int HResult { get; set; }': {
      get: (_c, self: ExceptionObj) => self.hresult ?? codeOf(self.type.definition),
      set: (_c, self: ExceptionObj, value: number) => void (self.hresult = value),
    },
    'IDictionary Data { get; }': (c, self: ExceptionObj) => dataOf(self, c.rt),
    'virtual Exception GetBaseException()': (_c, self: ExceptionObj) => {
      let object: ExceptionObj = self;
      while (object.inner instanceof ExceptionObj) object = object.inner;
      return object;
    },
  },
  { special: 'Exception' },
);

let dictionary: ((table: HashTable) => Value) | undefined;
/** Sets the function that creates the `Data` of an exception. */
export function installExceptionData(make: (table: HashTable) => Value): void {
  dictionary = make;
}
function dataOf(self: ExceptionObj, rt: Runtime): Value {
  self.data ??= new HashTable(equalityOf(null, rt));
  return dictionary?.(self.data) ?? null;
}

/** Exceptions with a message only, by the class they derive from. */
const PLAIN: readonly (readonly [namespace: string, name: string, base: string])[] = [
  ['System', 'SystemException', 'Exception'],
  ['System', 'ApplicationException', 'Exception'],
  ['System', 'ArithmeticException', 'SystemException'],
  ['System', 'DivideByZeroException', 'ArithmeticException'],
  ['System', 'OverflowException', 'ArithmeticException'],
  ['System', 'NotFiniteNumberException', 'ArithmeticException'],
  ['System', 'FormatException', 'SystemException'],
  ['System', 'IndexOutOfRangeException', 'SystemException'],
  ['System', 'InvalidCastException', 'SystemException'],
  ['System', 'InvalidOperationException', 'SystemException'],
  ['System', 'NotImplementedException', 'SystemException'],
  ['System', 'NotSupportedException', 'SystemException'],
  ['System', 'NullReferenceException', 'SystemException'],
  ['System', 'OutOfMemoryException', 'SystemException'],
  ['System', 'ArrayTypeMismatchException', 'SystemException'],
  ['System', 'InsufficientMemoryException', 'OutOfMemoryException'],
  ['System', 'MemberAccessException', 'SystemException'],
  ['System', 'MissingMemberException', 'MemberAccessException'],
  ['System', 'MissingMethodException', 'MissingMemberException'],
  ['System', 'PlatformNotSupportedException', 'NotSupportedException'],
  ['System', 'UriFormatException', 'FormatException'],
  ['System', 'InvalidTimeZoneException', 'Exception'],
  ['System', 'TimeZoneNotFoundException', 'Exception'],
  ['System.ComponentModel', 'WarningException', 'SystemException'],
  ['System', 'RankException', 'SystemException'],
  ['System', 'TimeoutException', 'SystemException'],
  ['System', 'UnauthorizedAccessException', 'SystemException'],
  ['System', 'OperationCanceledException', 'SystemException'],
  ['System', 'StackOverflowException', 'SystemException'],
  ['System.Threading.Tasks', 'TaskCanceledException', 'OperationCanceledException'],
  ['System.IO', 'IOException', 'SystemException'],
  ['System.IO', 'EndOfStreamException', 'IOException'],
  ['System.IO', 'FileNotFoundException', 'IOException'],
  ['System.IO', 'DirectoryNotFoundException', 'IOException'],
  ['System.IO', 'InvalidDataException', 'SystemException'],
  ['System.Collections.Generic', 'KeyNotFoundException', 'SystemException'],
  ['System.Runtime.CompilerServices', 'SwitchExpressionException', 'InvalidOperationException'],
  ['Microsoft.CSharp.RuntimeBinder', 'RuntimeBinderException', 'Exception'],
  ['System.Data', 'DataException', 'SystemException'],
  ['System.Data', 'DuplicateNameException', 'DataException'],
  ['System.Data', 'ConstraintException', 'DataException'],
  ['System.Data', 'InvalidConstraintException', 'DataException'],
  ['System.Data', 'NoNullAllowedException', 'DataException'],
  ['System.Data', 'InvalidExpressionException', 'DataException'],
  ['System.Data', 'EvaluateException', 'InvalidExpressionException'],
  ['System.Data', 'SyntaxErrorException', 'InvalidExpressionException'],
  ['System.Data', 'VersionNotFoundException', 'DataException'],
  ['System.Data', 'RowNotInTableException', 'DataException'],
  ['System.Data', 'DeletedRowInaccessibleException', 'DataException'],
  ['System.Data', 'MissingPrimaryKeyException', 'DataException'],
  ['System.Data', 'ReadOnlyException', 'DataException'],
  ['System.Xml.XPath', 'XPathException', 'SystemException'],
];
for (const [namespace, name, base] of PLAIN) declare(namespace, `class ${name} : ${base}`, common);

/** Returns the line or column in the message of an XML error. */
const placeOf = (self: ExceptionObj, index: number): number =>
  Number(/ Line (\d+), position (\d+)\.$/u.exec(self.message ?? '')?.[index] ?? 0);

declare('System.Xml', 'class XmlException : SystemException', {
  ...common,
  'int LineNumber { get; }': (_c, self: ExceptionObj) => placeOf(self, 1),
  'int LinePosition { get; }': (_c, self: ExceptionObj) => placeOf(self, 2),
});

declare('System', 'class ArgumentException : SystemException', {
  ...common,
  'new(string message, string paramName)': (c, message: string | null, parameter: string | null) =>
    made(c, message, null, parameter),
  'new(string message, string paramName, Exception innerException)': (
    c,
    message: string | null,
    parameter: string | null,
    inner: Value,
  ) => made(c, message, inner, parameter),
  'virtual string ParamName { get; }': (_c, self: ExceptionObj) => self.parameter,
});
declare('System', 'class ArgumentNullException : ArgumentException', {
  'new()': (c) => made(c, null),
  'new(string paramName)': (c, parameter: string | null) => made(c, null, null, parameter),
  'new(string paramName, string message)': (c, parameter: string | null, message: string | null) =>
    made(c, message, null, parameter),
  'new(string message, Exception innerException)': (c, message: string | null, inner: Value) => made(c, message, inner),
});
declare('System', 'class ArgumentOutOfRangeException : ArgumentException', {
  'new()': (c) => made(c, null),
  'new(string paramName)': (c, parameter: string | null) => made(c, null, null, parameter),
  'new(string paramName, string message)': (c, parameter: string | null, message: string | null) =>
    made(c, message, null, parameter),
  'new(string paramName, object actualValue, string message)': (
    c,
    parameter: string | null,
    value: Value,
    message: string | null,
  ) => {
    const object = made(c, message, null, parameter);
    object.actualValue = value;
    object.actual = value === null ? null : textOf(value, c.rt);
    return object;
  },
  'virtual object ActualValue { get; }': (_c, self: ExceptionObj) => self.actualValue,
});
declare('System.Globalization', 'class CultureNotFoundException : ArgumentException', {
  'new()': (c) => made(c, null),
  'new(string message)': (c, message: string | null) => made(c, message),
});
const disposed = (c: Call, name: string | null, message: string | null, inner: Value = null): ExceptionObj => {
  const object = made(c, message, inner);
  object.subject = name;
  return object;
};
declare('System', 'class ObjectDisposedException : InvalidOperationException', {
  'new(string objectName)': (c, name: string | null) => disposed(c, name, 'Cannot access a disposed object.'),
  'new(string objectName, string message)': (c, name: string | null, message: string | null) => disposed(c, name, message),
  'new(string message, Exception innerException)': (c, message: string | null, inner: Value) => disposed(c, null, message, inner),
  'string ObjectName { get; }': (_c, self: ExceptionObj) => self.subject ?? '',
}); // prettier-ignore
declare('System', 'sealed class TypeInitializationException : SystemException', {
  'new(string fullTypeName, Exception innerException)': (c, name: string | null, inner: Value) => {
    const object = made(c, `The type initializer for '${name ?? ''}' threw an exception.`, inner);
    object.subject = name;
    return object;
  },
  'string TypeName { get; }': (_c, self: ExceptionObj) => self.subject ?? '',
});
