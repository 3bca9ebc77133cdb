import type { NetObject } from '../../expression/values/values.ts';
import type { DataSource } from '../../data/dataSource.ts';
import type { ReportObject } from '../build/components.ts';
import type { Run } from '../run.ts';
import type { Parameter } from '../values/scope.ts';
import type { LiveControl } from './dialogs.ts';

/** Returns the script values of a run's objects: always the same value for the same object. */
export interface Host {
  readonly run: Run;
  /** The parameters by lower-case name; a script adds those that it sets. */
  readonly parameters: Map<string, Parameter>;
  readonly object: (object: ReportObject) => NetObject;
  /** Returns a value that represents the object which `now` returns at the time of each access. */
  readonly standIn: (now: () => ReportObject) => NetObject;
  readonly source: (source: DataSource) => NetObject;
  /** Returns a dialog or one of its controls by name. */
  readonly dialog: (name: string) => LiveControl | undefined;
  readonly report: () => NetObject;
  readonly engine: () => NetObject;
}

/** An object of a run with the host that gives scripts access to it. */
export interface Live<Object> {
  readonly host: Host;
  readonly object: Object;
}
