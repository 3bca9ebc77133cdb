import { ExpressionError, NetException } from '../../expression/errors.ts';
import type { Runtime } from '../../expression/scope.ts';
import type { TimeSpan, Value } from '../../expression/values/values.ts';
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
  /** True for a task that .NET runs beside the script, until the script has waited for it: its state depends on the time. */
  isTimed = false;
}

/** True once the task that runs now has waited for one that depends on the time. */
let isTimed = false;

/** Tasks of async functions whose later effects others see, until the script waits for them. */
const late: TaskObj[] = [];
/** True once the task that runs now has waited for such a task. */
let hasLate = false;

/** Notes a task that the script has to wait for at once. @throws ExpressionError when it has not yet waited for another one */
function startLate(task: TaskObj): void {
  if (late.length > 0) sideBySide();
  late.push(task);
}

function sideBySide(): never {
  throw new ExpressionError(
    'An async function that changes or reads shared values behind an await runs beside other code, so that its result depends on the time: await it where it is called',
  );
}

/** Returns the code of a statement that refuses to leave async functions with later effects behind it. */
export function waiting<F, S>(exec: (frame: F) => S): (frame: F) => S {
  return (frame) => {
    const before = late.length;
    try {
      const signal = exec(frame);
      if (late.length > before) sideBySide();
      return signal;
    } finally {
      late.length = Math.min(late.length, before);
    }
  };
}

/**
 * Runs code as a completed task of a type; the task stores an exception.
 * @param isLate whether others see what the code does after it first waited; `inherited` where the code waits for such tasks
 */
export function completed(run: () => Value, type: Type, isLate: boolean | 'inherited' = false): Value {
  const task = new TaskObj(type.kind === 'named' && /Task/u.test(type.definition.name) ? type : need('Task').open);
  const before = isTimed;
  const hadLate = hasLate;
  isTimed = false;
  hasLate = false;
  try {
    task.result = run();
  } catch (error) {
    if (!(error instanceof NetException)) throw error;
    task.error = error;
  } finally {
    task.isTimed = isTimed;
    if (isLate === 'inherited' ? hasLate : isLate && isTimed) startLate(task);
    isTimed = before;
    hasLate = hadLate;
  }
  return task;
}

/** Runs code as `completed` does, where .NET runs it in another thread. */
function started(run: () => Value, type: Type): Value {
  return timed(completed(run, type, 'inherited'));
}

function timed(task: Value): Value {
  if (task instanceof TaskObj) task.isTimed = true;
  return task;
}

/** Notes that the script has waited for a task. */
function waited(task: TaskObj): void {
  const place = late.indexOf(task);
  if (place >= 0) {
    late.splice(place, 1);
    hasLate = true;
  }
  if (!task.isTimed) return;
  isTimed = true;
  task.isTimed = false;
}

/** Returns a task whose state is the same in every run. @throws ExpressionError for one that .NET runs beside the script */
function settled(task: TaskObj, member: string): TaskObj {
  if (task.isTimed) untimely(member);
  return task;
}

function untimely(member: string): never {
  throw new ExpressionError(
    `${member} of tasks that run beside the script depends on the time, so that it is not available: wait for them first`,
  );
}

/**
 * Returns the place of the task that is completed first: the first of those completed before the call. Of several that run beside the script
 * none is first in every run.
 */
function firstOf(tasks: readonly Value[], member: string): number {
  const [first] = tasks;
  if (first === undefined)
    throw new NetException('ArgumentException', "The tasks argument contains no tasks. (Parameter 'tasks')");
  if (tasks.length > 1 && first instanceof TaskObj) settled(first, member);
  return 0;
}

/** Returns the result of `await`. */
export function awaited(task: Value): Value {
  if (!(task instanceof TaskObj)) {
    if (task === null) throw nullReference();
    return null;
  }
  waited(task);
  if (task.error) throw task.error;
  return task.result;
}

/** Returns the value of `Result`; an error is wrapped in an AggregateException. */
function resultOf(task: TaskObj): Value {
  waited(task);
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

/** State of a task. */
const states = {
  'bool IsCompleted { get; }': (_c: Call, self: TaskObj) => settled(self, 'IsCompleted') === self,
  'bool IsFaulted { get; }': (_c: Call, self: TaskObj) => settled(self, 'IsFaulted').error !== undefined,
  'bool IsCanceled { get; }': (_c: Call, self: TaskObj) => settled(self, 'IsCanceled') !== self,
  'bool IsCompletedSuccessfully { get; }': (_c: Call, self: TaskObj) =>
    settled(self, 'IsCompletedSuccessfully').error === undefined,
};
const anyTask = (): NamedType => need('Task').open;
const anyOf = (c: Call, tasks: Value, task: NamedType): Value => {
  const given = gathered(tasks, c.rt);
  const first = given[firstOf(given, 'Task.WhenAny')] ?? null;
  const made = completed(() => first, need('Task', 1).of([task]));
  return first instanceof TaskObj && first.isTimed ? timed(made) : made;
};
const run = {
  'Action action': (_c: Call, action: Func) => started(() => action.invoke([]), anyTask()),
  'Func<T> function': (c: Call, action: Func) => started(() => action.invoke([]), of(c)),
};
/** Waits for tasks in turn; all of them have run by then. */
const whenAll = (c: Call, tasks: Value): Value =>
  completed(
    () => {
      for (const each of iterate(tasks, c.rt)) awaited(each);
      return null;
    },
    anyTask(),
    'inherited',
  );

declare('System.Threading.Tasks', 'class Task : IDisposable', {
  ...states,
  'TaskStatus Status { get; }': (_c, self: TaskObj) =>
    enumValue('TaskStatus', settled(self, 'Status').error ? 'Faulted' : 'RanToCompletion'),
  'AggregateException Exception { get; }': (_c, self: TaskObj) => {
    const { error } = settled(self, 'Exception');
    return error ? aggregate([caughtObject(error)]) : null;
  },
  'void Wait()': (_c, self: TaskObj) => void resultOf(self),
  'Task ContinueWith(Action<Task> continuationAction)': continued,
  'Task<T> ContinueWith<T>(Func<Task, T> continuationFunction)': continued,
  'Task ConfigureAwait(bool continueOnCapturedContext)': (_c, self: TaskObj) => self,
  'void Dispose()': () => undefined,
  'TaskAwaiter GetAwaiter()': (_c, self: TaskObj) => self,
  'static Task CompletedTask { get; }': () => new TaskObj(anyTask()),
  'static TaskFactory Factory { get; }': () => new Obj(need('TaskFactory').open),
  'static Task<T> FromResult<T>(T result)': (c, value: Value) => completed(() => value, of(c)),
  'static Task FromException(Exception exception)': (_c, error: Value) =>
    completed(() => {
      throw thrownOf(error);
    }, anyTask()),
  'static Task<T> FromException<T>(Exception exception)': (c, error: Value) =>
    completed(() => {
      throw thrownOf(error);
    }, of(c)),
  'static Task Run(Action action)': run['Action action'],
  'static Task<T> Run<T>(Func<T> function)': run['Func<T> function'],
  'static Task Run(Func<Task> function)': (_c, action: Func) => started(() => awaited(action.invoke([])), anyTask()),
  'static Task<T> Run<T>(Func<Task<T>> function)': (c, action: Func) => started(() => awaited(action.invoke([])), of(c)), // prettier-ignore
  'static Task Delay(int millisecondsDelay)': (_c, time: number) =>
    time === 0 ? new TaskObj(anyTask()) : timed(new TaskObj(anyTask())),
  'static Task Delay(TimeSpan delay)': (_c, time: TimeSpan) =>
    time.ticks === 0 ? new TaskObj(anyTask()) : timed(new TaskObj(anyTask())),
  'static Task Yield()': () => timed(new TaskObj(anyTask())),
  'static Task WhenAll(IEnumerable<Task> tasks)': whenAll,
  'static Task WhenAll(params Task[] tasks)': whenAll,
  'static Task<T[]> WhenAll<T>(IEnumerable<Task<T>> tasks)': (c, tasks: Value) => all(c, tasks),
  'static Task<T[]> WhenAll<T>(params Task<T>[] tasks)': (c, tasks: Value) => all(c, tasks),
  'static Task<Task> WhenAny(IEnumerable<Task> tasks)': (c, tasks: Value) => anyOf(c, tasks, anyTask()),
  'static Task<Task> WhenAny(params Task[] tasks)': (c, tasks: Value) => anyOf(c, tasks, anyTask()),
  'static Task<Task<T>> WhenAny<T>(IEnumerable<Task<T>> tasks)': (c, tasks: Value) => anyOf(c, tasks, of(c)),
  'static Task<Task<T>> WhenAny<T>(params Task<T>[] tasks)': (c, tasks: Value) => anyOf(c, tasks, of(c)),
  'static void WaitAll(params Task[] tasks)': (_c, tasks: TypedArray) => {
    for (const each of tasks.items) resultOf(each as TaskObj);
  },
  'static int WaitAny(params Task[] tasks)': (_c, tasks: TypedArray) => {
    const place = tasks.items.length === 0 ? -1 : firstOf(tasks.items, 'Task.WaitAny');
    const first = tasks.items[place];
    if (first instanceof TaskObj) waited(first);
    return place;
  },
});
declare('System.Threading.Tasks', 'class TaskFactory', {
  'Task StartNew(Action action)': (c, _self: Obj, action: Func) => run['Action action'](c, action),
  'Task<T> StartNew<T>(Func<T> function)': (c, _self: Obj, action: Func) => run['Func<T> function'](c, action),
});

function continued(c: Call, self: TaskObj, next: Func): Value {
  const { isTimed: isLater } = self;
  self.isTimed = false;
  const made = completed(() => next.invoke([self]), c.t.length > 0 ? of(c) : anyTask());
  return isLater ? timed(made) : made;
}

function all(c: Call, tasks: Value): Value {
  const [element] = c.t;
  const array = arrayOf(element ?? need('Object').open);
  return completed(
    () => new TypedArray(array, gathered(tasks, c.rt).map(awaited)),
    need('Task', 1).of([array]),
    'inherited',
  );
}

declare('System.Threading.Tasks', 'class Task<TResult> : Task', {
  'TResult Result { get; }': (_c, self: TaskObj) => resultOf(self),
  'Task ContinueWith(Action<Task<TResult>> continuationAction)': continued,
  'Task<T> ContinueWith<T>(Func<Task<TResult>, T> continuationFunction)': continued,
  'Task<TResult> ConfigureAwait(bool continueOnCapturedContext)': (_c, self: TaskObj) => self,
  'TaskAwaiter<TResult> GetAwaiter()': (_c, self: TaskObj) => self,
});
declare('System.Threading.Tasks', 'class ValueTask', {
  ...states,
  'new(Task task)': (_c, task: Value) => task,
  'TaskAwaiter GetAwaiter()': (_c, self: TaskObj) => self,
});
declare('System.Threading.Tasks', 'class ValueTask<TResult>', {
  ...states,
  'new(TResult result)': (c, value: Value) => completed(() => value, c.type),
  'new(Task<TResult> task)': (_c, task: Value) => task,
  'TResult Result { get; }': (_c, self: TaskObj) => resultOf(self),
  'TaskAwaiter<TResult> GetAwaiter()': (_c, self: TaskObj) => self,
});
declare('System.Runtime.CompilerServices', 'class TaskAwaiter', {
  'void GetResult()': (_c, self: TaskObj) => void awaited(self),
  'bool IsCompleted { get; }': states['bool IsCompleted { get; }'],
});
declare('System.Runtime.CompilerServices', 'class TaskAwaiter<TResult>', {
  'TResult GetResult()': (_c, self: TaskObj) => awaited(self),
  'bool IsCompleted { get; }': states['bool IsCompleted { get; }'],
});
