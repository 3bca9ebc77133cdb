/** Members of a run that expressions and scripts may use: an explicit table for each class. */
import { HostObject, type BoundFunction, type Binding, type Argument, type NetObject } from '../../expression/index.ts';
import type { DataSource } from '../../data/dataSource.ts';
import { aggregateCells, type CellAggregate, aggregatedCells } from '../../objects/table/index.ts';
import type { ReportObject } from '../build/components.ts';
import type { TextContent } from '../build/contents.ts';
import { TableCell, TableObject } from '../tables/tableObjects.ts';
import { objectClass } from './classes.ts';
import { sourceClass } from './data.ts';
import { type LiveControl, readDialogs } from './dialogs.ts';
import type { Host } from './host.ts';
import { engineClass, reportClass } from './report.ts';
import type { Run } from '../run.ts';
import type { Parameter } from '../values/scope.ts';

export type { Host } from './host.ts';

/** Creates the host of a run. */
export function createHost(run: Run, parameters: Map<string, Parameter>): Host {
  const objects = new WeakMap<ReportObject, NetObject>();
  const sources = new Map<DataSource, NetObject>();
  let dialogs: ReadonlyMap<string, LiveControl> | undefined;
  let report: NetObject | undefined;
  let engine: NetObject | undefined;
  const host: Host = {
    run,
    parameters,
    object: (object) => {
      let value = objects.get(object);
      if (!value) objects.set(object, (value = valueOf(host, object)));
      return value;
    },
    standIn: (now) => {
      const live = {
        host,
        get object() {
          return now();
        },
      };
      return new HostObject(objectClass(now()), live, now().type);
    },
    source: (source) => {
      let value = sources.get(source);
      if (!value) sources.set(source, (value = new HostObject(sourceClass, { host, source }, source.type)));
      return value;
    },
    dialog: (name) => {
      dialogs ??= readDialogs(run.template.pages, {
        culture: run.culture,
        now: () => run.startedAt,
        budget: run.budget,
      });
      return dialogs.get(name);
    },
    report: () => (report ??= new HostObject(reportClass, host)),
    engine: () => (engine ??= new HostObject(engineClass, host)),
  };
  return host;
}

/** Returns an object as a script value; the name of its class is that of the template's element. */
function valueOf(host: Host, object: ReportObject): NetObject {
  return new HostObject(objectClass(object), { host, object }, object.type);
}

/** Resolves `Report`, `Engine` and the objects of the report by name. */
export function resolveObject(host: Host, name: string): Binding | undefined {
  if (name === 'Report' || name === 'this') return { type: 'Report', read: () => host.report() };
  if (name === 'Engine') return { type: 'ReportEngine', read: () => host.engine() };
  const object = host.run.objects.get(name.toLowerCase());
  if (object?.name !== name) {
    const control = host.dialog(name);
    return control && { type: control.object.typeName, read: () => control.object };
  }
  return { type: object.type, read: () => host.object(object) };
}

const aggregates: ReadonlySet<string> = new Set<CellAggregate>(['Sum', 'Min', 'Max', 'Avg', 'Count']);

const hasExpression = (content: TextContent | undefined): boolean =>
  content?.parts.some((part) => typeof part !== 'string') === true;

/** Binds aggregates over the printed cells of a table, such as `Sum(Cell8)`. */
export function resolveAggregate(host: Host, name: string, args: readonly Argument[]): BoundFunction | undefined {
  const cell =
    aggregates.has(name) && args.length === 1 ? host.run.objects.get(args[0]!.source.trim().toLowerCase()) : undefined;
  if (!(cell instanceof TableCell) || !(cell.parent instanceof TableObject)) return undefined;
  const table = cell.parent;
  const row = table.cells.findIndex((cells) => cells.includes(cell));
  const column = table.cells[row]?.indexOf(cell) ?? -1;
  return {
    type: 'object',
    variant: true,
    evaluate: () => {
      const { builder, at } = table;
      if (!builder || !at) return 0;
      // A cell without an expression has no value. If nulls are not converted, a null of an expression is a value.
      const values = aggregatedCells(builder.grid, at, { column, row })
        .filter(({ value, content }) => value !== null || (!host.run.convertNulls && hasExpression(content)))
        .map(({ value }) => value);
      return aggregateCells(values, name as CellAggregate);
    },
  };
}
