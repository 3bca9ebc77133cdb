import type { Argument, BoundFunction, Runtime, Scope } from '../../expression/scope.ts';
import type { Delegate, NetObject, Value } from '../../expression/values/values.ts';
import { notePlace } from '../../limits.ts';
import { loadScript, nullTest, type Compiled, type Script, type ScriptHost } from '../../script/index.ts';
import type { EventName, ReportObject } from '../build/components.ts';
import { creatorOf } from '../host/create.ts';
import { type Host, resolveAggregate, resolveObject } from '../host/index.ts';
import type { Warning } from '../../page.ts';
import type { Run } from '../run.ts';
import { createScope, isVisualBasic } from '../values/scope.ts';
import { scriptLine } from './scriptErrors.ts';

/** The script of a report. Without a script, or with one that cannot be read, it has no methods. */
export interface ReportScript {
  readonly fire: (object: ReportObject, event: EventName) => void;
  /** Calls a method of the script named by the report itself. */
  readonly call: (method: string) => void;
  /** Calls a method that handles an event of a dialog or control. */
  readonly handle: (method: string, sender: NetObject, name: string) => void;
  /** Compiles an expression of the template. Throws ExpressionError. */
  readonly compile: (source: string, scope: Scope) => Compiled;
  /** Binds a function in a cell of an advanced matrix. */
  readonly resolveFirst: (name: string, args: readonly Argument[]) => BoundFunction | undefined;
  /** Errors because of which the script does not compile, including those in methods that are never called. */
  readonly refused: () => readonly Warning[];
  /** Binds an aggregate over the cells of a table. */
  readonly resolveFunction: (name: string, args: readonly Argument[]) => BoundFunction | undefined;
}

/** Loads the script. An error in it is reported once for each method, and the report continues. */
export function loadReportScript(run: Run, host: Host, runtime: Runtime): ReportScript {
  const script = load(run, host, runtime);
  const failed = new Set<string>();
  const invoke = (method: string, args: readonly Value[], object: string, handler?: Delegate): void => {
    if (!handler && !script.has(method)) return;
    try {
      if (handler) handler.invoke(args);
      else script.call(method, args);
    } catch (error) {
      if (run.endsRun(error) || !(error instanceof Error)) throw error;
      if (!failed.has(method))
        run.fail({ message: `${method}: ${error.message}`, object, line: scriptLine(run.template, error) });
      failed.add(method);
    }
  };
  return {
    fire: (object, event) => {
      const method = object.events?.get(event);
      const handlers = object.handlers?.get(event) ?? [];
      if (method === undefined && handlers.length === 0) return;
      try {
        const args = [host.object(object), null];
        if (method !== undefined) invoke(method, args, object.name);
        for (const handler of handlers) invoke(handler.name, args, object.name, handler);
      } catch (error) {
        notePlace(error, object.source);
        throw error;
      }
    },
    call: (method) => {
      invoke(method, [host.report(), null], '');
    },
    handle: (method, sender, name) => {
      invoke(method, [sender, null], name);
    },
    compile: (source, scope) => script.compile(source, scope),
    refused: () =>
      script
        .refused()
        .map((error) => ({ message: `Script: ${error.message}`, line: scriptLine(run.template, error), fails: true })),
    resolveFirst: (name, args) => run.cellFunctions?.(name, args, (given) => script.resolveFunction(name, given)),
    resolveFunction: (name, args) => resolveAggregate(host, name, args),
  };
}

/** Loads the script of the template, or an empty one if that cannot be read. */
function load(run: Run, host: Host, runtime: Runtime): Script {
  const { script: source } = run.template;
  const isBasic = isVisualBasic(run.template);
  const scriptHost: ScriptHost = {
    runtime,
    language: isBasic ? 'Vb' : 'CSharp',
    objectNames: () => ['Report', 'Engine', ...[...run.objects.values()].map((object) => object.name)],
    resolveObject: (name) => resolveObject(host, name)?.read,
    resolveClass: (name) => creatorOf(host, name),
    typeOf: (name) => resolveObject(host, name)?.type,
    isNull: nullTest(
      createScope(run, host.parameters, { resolveFirst: () => undefined, resolveFunction: () => undefined }),
    ),
  };
  try {
    return loadScript(source, scriptHost);
  } catch (error) {
    if (run.endsRun(error) || !(error instanceof Error)) throw error;
    run.fail({ message: `The script cannot be read: ${error.message}`, line: scriptLine(run.template, error) });
    return loadScript('', scriptHost);
  }
}
