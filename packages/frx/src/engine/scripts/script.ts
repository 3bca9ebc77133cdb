import type { Argument, Binding, BoundFunction, Runtime } from '../../expression/scope.ts';
import type { Delegate, Value } from '../../expression/values.ts';
import { notePlace } from '../../limits.ts';
import { loadScript, type Script } from '../../script/index.ts';
import type { EventName, ReportObject } from '../build/components.ts';
import { creatorOf } from '../host/create.ts';
import { type Host, resolveAggregate, resolveObject } from '../host/index.ts';
import type { Run } from '../run.ts';
import { isVisualBasic } from '../values/scope.ts';
import { scriptLine } from './scriptErrors.ts';

/** The report's script, or what stands in for it when there is none or it cannot be read. */
export interface ReportScript {
  readonly fire: (object: ReportObject, event: EventName) => void;
  /** Calls a method of the script that the report itself names. */
  readonly call: (method: string) => void;
  readonly resolve: (name: string) => Binding<undefined> | undefined;
  readonly resolveFunction: (
    name: string,
    args: readonly Argument<undefined>[],
  ) => BoundFunction<undefined> | undefined;
}

/** Loads the script; an error in it is reported once for each method, and the report goes on. */
export function loadReportScript(run: Run, host: Host, runtime: Runtime): ReportScript {
  const script = load(run, host, runtime);
  const failed = new Set<string>();
  const invoke = (method: string, args: readonly Value[], object: string, handler?: Delegate): void => {
    if (!handler && !script?.has(method)) return;
    try {
      if (handler) handler.invoke(args);
      else script?.call(method, args);
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
    resolve: (name) => script?.resolveObject(name) ?? resolveObject(host, name),
    resolveFunction: (name, args) =>
      run.cellFunctions?.(name, args, (given) => script?.resolveFunction(name, given)) ??
      script?.resolveFunction(name, args) ??
      resolveAggregate(host, name, args),
  };
}

function load(run: Run, host: Host, runtime: Runtime): Script | undefined {
  const source = run.template.script;
  if (source.trim() === '') return undefined;
  try {
    return loadScript(source, {
      runtime,
      language: isVisualBasic(run.template) ? 'Vb' : 'CSharp',
      objectNames: () => ['Report', 'Engine', ...[...run.objects.values()].map((object) => object.name)],
      resolveObject: (name) => {
        const binding = resolveObject(host, name);
        return binding && (() => binding.read(undefined));
      },
      resolveClass: (name) => creatorOf(host, name),
      typeOf: (name) => resolveObject(host, name)?.type,
    });
  } catch (error) {
    if (run.endsRun(error) || !(error instanceof Error)) throw error;
    run.fail({ message: `The script cannot be read: ${error.message}`, line: scriptLine(run.template, error) });
    return undefined;
  }
}
