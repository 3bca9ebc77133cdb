import { NetException } from '../../expression/errors.ts';
import type { Runtime } from '../../expression/scope.ts';
import type { Value } from '../../expression/values.ts';
import type { Call, NamedType, Type } from '../binder/types/types.ts';
import { Func, Obj, TypedArray } from '../runtime/objects.ts';
import type { Ref } from '../runtime/objects.ts';
import { gathered, iterate } from '../runtime/sequences.ts';
import { nullReference } from '../runtime/values.ts';
import { arrayOf } from '../binder/types/types.ts';
import { caughtObject, ExceptionObj, messageOf, plainMessage, thrownOf } from './exceptions.ts';
import { declareEnum, enumValue } from './enums.ts';
import { nullOf } from './collections/listHelpers.ts';
import { declare, need } from './registry.ts';

/** Tasks, which run synchronously when they are created, because a script has one thread. */

class TaskObj extends Obj {
  result: Value = null;
  error: NetException | undefined;
}

/** Runs code as a completed task of a type; the task stores an exception. */
export function completed(run: () => Value, type: Type): Value {
  const task = new TaskObj(type.kind === 'named' && /Task/u.test(type.definition.name) ? type : need('Task').open);
  try {
    task.result = run();
  } catch (error) {
    if (!(error instanceof NetException)) throw error;
    task.error = error;
  }
  return task;
}

/** Returns the result of `await`. */
export function awaited(task: Value): Value {
  if (!(task instanceof TaskObj)) {
    if (task === null) throw nullReference();
    return null;
  }
  if (task.error) throw task.error;
  return task.result;
}

/** Returns the value of `Result`; an error is wrapped in an AggregateException. */
function resultOf(task: TaskObj): Value {
  if (!task.error) return task.result;
  throw thrownOf(aggregate([caughtObject(task.error)]));
}

function aggregate(
  inner: readonly ExceptionObj[],
  rt?: Runtime,
  message = 'One or more errors occurred.',
): ExceptionObj {
  const object = new ExceptionObj(need('AggregateException').open);
  object.message = `${message}${inner.map((each) => ` (${rt ? messageOf(each, rt) : plainMessage(each)})`).join('')}`;
  rt?.budget.hold(object.message.length);
  object.inner = inner[0] ?? null;
  object.all = inner;
  return object;
}

declare('System', 'class AggregateException : Exception', {
  'new()': () => aggregate([]),
  'new(IEnumerable<Exception> innerExceptions)': (c, inner: Value) =>
    aggregate(exceptionsOf(gathered(inner, c.rt)), c.rt),
  'new(string message, IEnumerable<Exception> innerExceptions)': (c, message: string | null, inner: Value) =>
    aggregate(exceptionsOf(gathered(inner, c.rt)), c.rt, message ?? undefined),
  'new(params Exception[] innerExceptions)': (c, inner: TypedArray) => aggregate(exceptionsOf(inner.items), c.rt),
  'new(string message, params Exception[] innerExceptions)': (c, message: string | null, inner: TypedArray) =>
    aggregate(exceptionsOf(inner.items), c.rt, message ?? undefined),
  'new(string message, Exception innerException)': (c, message: string | null, inner: Value) =>
    aggregate(inner instanceof ExceptionObj ? [inner] : [], c.rt, message ?? undefined),
  'new(string message)': (_c, message: string) => {
    const object = aggregate([]);
    object.message = message;
    return object;
  },
  'ReadOnlyCollection<Exception> InnerExceptions { get; }': (_c, self: ExceptionObj) =>
    new TypedArray(arrayOf(need('Exception').open), [...self.all]),
  'void Handle(Func<Exception, bool> predicate)': (c, self: ExceptionObj, predicate: Func | null) => {
    const holds = predicate ?? nullOf('predicate');
    const left = self.all.filter((each) => holds.invoke([each]) !== true);
    if (left.length > 0) throw thrownOf(aggregate(exceptionsOf(left), c.rt, self.message ?? undefined));
  },
  'AggregateException Flatten()': (c, self: ExceptionObj) => {
    const flat: ExceptionObj[] = [];
    const queue = [self];
    for (let each = queue.shift(); each; each = queue.shift())
      for (const inner of exceptionsOf(each.all))
        if (inner.type.definition === need('AggregateException')) queue.push(inner);
        else flat.push(inner);
    return aggregate(flat, c.rt, self.message ?? undefined);
  },
});
function exceptionsOf(values: readonly Value[]): ExceptionObj[] {
  return values.filter((each) => each instanceof ExceptionObj);
}

/** Replaces the value of a variable by the result of a function; returns that result. */
function changed(place: Ref, next: (before: Value) => Value): Value {
  const value = next(place.read());
  place.write(value);
  return value;
}
const exchanged = (place: Ref, value: Value): Value => {
  const before = place.read();
  place.write(value);
  return before;
};
// A script runs in one thread, so that plain updates are atomic.
declare('System.Threading', 'static class Interlocked', {
  'int Increment(ref int location)': (_c, place: Ref) => changed(place, (value) => ((value as number) + 1) | 0),
  'int Decrement(ref int location)': (_c, place: Ref) => changed(place, (value) => ((value as number) - 1) | 0),
  'int Add(ref int location1, int value)': (_c, place: Ref, by: number) =>
    changed(place, (value) => ((value as number) + by) | 0),
  'long Increment(ref long location)': (_c, place: Ref) =>
    changed(place, (value) => BigInt.asIntN(64, (value as bigint) + 1n)),
  'long Decrement(ref long location)': (_c, place: Ref) =>
    changed(place, (value) => BigInt.asIntN(64, (value as bigint) - 1n)),
  'long Add(ref long location1, long value)': (_c, place: Ref, by: bigint) =>
    changed(place, (value) => BigInt.asIntN(64, (value as bigint) + by)),
  'int Exchange(ref int location1, int value)': (_c, place: Ref, value: Value) => exchanged(place, value),
  'T Exchange<T>(ref T location1, T value)': (_c, place: Ref, value: Value) => exchanged(place, value),
  'int CompareExchange(ref int location1, int value, int comparand)': (
    _c,
    place: Ref,
    value: Value,
    comparand: Value,
  ) => (place.read() === comparand ? exchanged(place, value) : place.read()),
});

declareEnum('System.Threading.Tasks', 'TaskStatus', { Created: 0, WaitingForActivation: 1, WaitingToRun: 2, Running: 3, WaitingForChildrenToComplete: 4, RanToCompletion: 5, Canceled: 6, Faulted: 7 }); // prettier-ignore

const of = (c: Call): NamedType => need('Task', 1).of(c.t);

declare('System.Threading.Tasks', 'class Task : IDisposable', {
  'bool IsCompleted { get; }': () => true,
  'TaskStatus Status { get; }': (_c, self: TaskObj) =>
    enumValue('TaskStatus', self.error ? 'Faulted' : 'RanToCompletion'),
  'bool IsFaulted { get; }': (_c, self: TaskObj) => self.error !== undefined,
  'bool IsCompletedSuccessfully { get; }': (_c, self: TaskObj) => self.error === undefined,
  'AggregateException Exception { get; }': (_c, self: TaskObj) =>
    self.error ? aggregate([caughtObject(self.error)]) : null,
  'void Wait()': (_c, self: TaskObj) => void resultOf(self),
  'Task ContinueWith(Action<Task> continuationAction)': (_c, self: TaskObj, next: Func) => completed(() => next.invoke([self]), need('Task').open), // prettier-ignore
  'Task<T> ContinueWith<T>(Func<Task, T> continuationFunction)': (c, self: TaskObj, next: Func) => completed(() => next.invoke([self]), of(c)), // prettier-ignore
  'void Dispose()': () => undefined,
  'TaskAwaiter GetAwaiter()': (_c, self: TaskObj) => self,
  'static Task CompletedTask { get; }': () => new TaskObj(need('Task').open),
  'static Task<T> FromResult<T>(T result)': (c, value: Value) => completed(() => value, of(c)),
  'static Task FromException(Exception exception)': (_c, error: Value) => completed(() => { throw thrownOf(error); }, need('Task').open), // prettier-ignore
  'static Task<T> FromException<T>(Exception exception)': (c, error: Value) => completed(() => { throw thrownOf(error); }, of(c)), // prettier-ignore
  'static Task Run(Action action)': (_c, action: Func) => completed(() => action.invoke([]), need('Task').open),
  'static Task<T> Run<T>(Func<T> function)': (c, run: Func) => completed(() => run.invoke([]), of(c)),
  'static Task<T> Run<T>(Func<Task<T>> function)': (c, run: Func) => completed(() => awaited(run.invoke([])), of(c)),
  'static Task Delay(int millisecondsDelay)': () => new TaskObj(need('Task').open),
  'static Task Delay(TimeSpan delay)': () => new TaskObj(need('Task').open),
  'static Task Yield()': () => new TaskObj(need('Task').open),
  'static Task WhenAll(IEnumerable<Task> tasks)': (c, tasks: Value) => completed(() => { for (const each of iterate(tasks, c.rt)) awaited(each); return null; }, need('Task').open), // prettier-ignore
  'static Task WhenAll(params Task[] tasks)': (c, tasks: Value) => completed(() => { for (const each of iterate(tasks, c.rt)) awaited(each); return null; }, need('Task').open), // prettier-ignore
  'static Task<T[]> WhenAll<T>(IEnumerable<Task<T>> tasks)': (c, tasks: Value) => all(c, tasks),
  'static Task<T[]> WhenAll<T>(params Task<T>[] tasks)': (c, tasks: Value) => all(c, tasks),
  'static void WaitAll(params Task[] tasks)': (_c, tasks: TypedArray) => { for (const each of tasks.items) resultOf(each as TaskObj); }, // prettier-ignore
});

function all(c: Call, tasks: Value): Value {
  const [element] = c.t;
  const array = arrayOf(element ?? need('Object').open);
  return completed(() => new TypedArray(array, gathered(tasks, c.rt).map(awaited)), need('Task', 1).of([array]));
}

declare('System.Threading.Tasks', 'class Task<TResult> : Task', {
  'TResult Result { get; }': (_c, self: TaskObj) => resultOf(self),
  'Task ContinueWith(Action<Task<TResult>> continuationAction)': (_c, self: TaskObj, next: Func) => completed(() => next.invoke([self]), need('Task').open), // prettier-ignore
  'Task<T> ContinueWith<T>(Func<Task<TResult>, T> continuationFunction)': (c, self: TaskObj, next: Func) => completed(() => next.invoke([self]), of(c)), // prettier-ignore
  'TaskAwaiter<TResult> GetAwaiter()': (_c, self: TaskObj) => self,
});
declare('System.Threading.Tasks', 'class ValueTask', { 'bool IsCompleted { get; }': () => true });
declare('System.Threading.Tasks', 'class ValueTask<TResult>', {
  'new(TResult result)': (c, value: Value) => completed(() => value, c.type),
  'TResult Result { get; }': (_c, self: TaskObj) => resultOf(self),
  'bool IsCompleted { get; }': () => true,
});
declare('System.Runtime.CompilerServices', 'class TaskAwaiter', {
  'void GetResult()': (_c, self: TaskObj) => void awaited(self),
  'bool IsCompleted { get; }': () => true,
});
declare('System.Runtime.CompilerServices', 'class TaskAwaiter<TResult>', {
  'TResult GetResult()': (_c, self: TaskObj) => awaited(self),
  'bool IsCompleted { get; }': () => true,
});
