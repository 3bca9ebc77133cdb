import type { NetObject } from '../../expression/values.ts';
import type { DataSource } from '../../data/dataSource.ts';
import type { ReportObject } from '../build/components.ts';
import type { Run } from '../run.ts';
import type { Parameter } from '../values/scope.ts';

/** Makes the values through which expressions and scripts reach a run's live objects: always the same value for the same object. */
export interface Host {
  readonly run: Run;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly object: (object: ReportObject) => NetObject;
  /** A value that stands for one object of a class after another. */
  readonly standIn: (now: () => ReportObject) => NetObject;
  readonly source: (source: DataSource) => NetObject;
  /** A dialog or one of its controls by its name. */
  readonly dialog: (name: string) => NetObject | undefined;
  readonly report: () => NetObject;
  readonly engine: () => NetObject;
}

/** A live object with the host it is reached through. */
export interface Live<Object> {
  readonly host: Host;
  readonly object: Object;
}
