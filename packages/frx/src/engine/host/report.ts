import { ENTRY, weightOf } from '../../expression/budget.ts';
import {
  boolProperty,
  EnumValue,
  ExpressionError,
  floatProperty,
  HostObject,
  hostClass,
  intProperty,
  invariantCulture,
  liveOf,
  textProperty,
  toText,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import { parseDateTime } from '../../expression/parsing/parseDate.ts';
import { flagOf, textOf } from '../../template/properties.ts';
import { showBand } from '../bands/bands.ts';
import { TextObject } from '../build/components.ts';
import { Band } from '../bands/reportBands.ts';
import type { Host } from './host.ts';
import { collection } from './collections.ts';
import { dictionaryClass, parameterOf, parametersOf, parameterValue, setParameter, totalNamed } from './dictionary.ts';
import { componentClass, within } from './objects.ts';
import { storedValue } from './stored.ts';
import { enumType } from './enums.ts';
import { stylesOf } from './styles.ts';
import { endKeep, startKeep } from '../keeping/keep.ts';
import { pageNumber, resetPageNumber, totalPageNumber } from '../pages/numbering.ts';
import { addOutline, outlineUp } from '../pages/outline.ts';
import { decideLines } from '../tables/lines.ts';
import { endColumn, endPage } from '../pages/pages.ts';
import { processObject } from '../values/processAt.ts';
import type { Steps } from '../run.ts';
import { storedIn } from './data.ts';
import { columnPath } from '../values/scope.ts';
import { freeSpaceForScripts, pageHeightForScripts, pageWidth } from '../pages/space.ts';
import { drain } from '../steps.ts';
import { totalValue } from '../values/totals.ts';

const infoNames = ['Name', 'Author', 'Version', 'Description', 'CreatorVersion', 'Tag'] as const;

/** Settings of a report that scripts of customers set, and that do not affect its pages here. */
const inertSettings = ['AutoFillDataSet', 'Compressed', 'SmoothGraphics', 'StoreInResources', 'UseFileCache'] as const;

/** A text of the template's ReportInfo, or the one that a script gave it. */
function infoText(name: string): HostProperty<Host> {
  const key = `ReportInfo.${name}`;
  return textProperty<Host>(
    ({ run }) => {
      const set = run.settings.get(key);
      return typeof set === 'string' ? set : textOf(run.template.root, key, '');
    },
    ({ run }, text) => {
      run.settings.set(key, text);
    },
  );
}

function inertSetting(name: string): HostProperty<Host> {
  return boolProperty<Host>(
    ({ run }) => {
      const set = run.settings.get(name);
      return typeof set === 'boolean' ? set : flagOf(run.template.root, name);
    },
    ({ run }, value) => {
      run.settings.set(name, value);
    },
  );
}

/** Returns a date of the template's ReportInfo, or the start of the run if it has none. */
function infoDate({ run }: Host, name: 'Created' | 'Modified'): Value {
  const text = textOf(run.template.root, `ReportInfo.${name}`, '');
  if (text === '') return run.startedAt;
  return parseDateTime(text, invariantCulture, () => run.startedAt);
}

/** Members of `ReportInfo`. */
export const infoClass = hostClass<Host>('ReportInfo', {
  properties: {
    ...Object.fromEntries(infoNames.map((name) => [name, infoText(name)])),
    Created: { get: (host) => infoDate(host, 'Created') },
    Modified: { get: (host) => infoDate(host, 'Modified') },
  },
});

const nameOf = ([name]: readonly Value[]): string => (typeof name === 'string' ? name : '');

function columnValue(host: Host, path: string, keepNull: boolean): Value {
  const found = columnPath(host.run, path);
  if (!found) {
    host.run.warn({ message: `A script reads '${path}', which is no column. Its value is null.` });
    return null;
  }
  found.source.ensureInit();
  for (const relation of found.relations) relation.parent.lookUp(relation);
  return keepNull ? storedIn(found.owner, found.column) : found.owner.value(found.column);
}

function variableValue(host: Host, name: string): Value {
  return host.run.compile(`[${name}]`, host.run.template.root)();
}

function totalOf(run: Host['run'], name: string): Value {
  const total = totalNamed(run, name);
  if (!total) throw new ExpressionError(`There is no total '${name}'`);
  return totalValue(run, total);
}

const pagesOf = (host: Host): Value[] => host.run.pages.map((page) => host.object(page));

/** Members of `Report`. */
export const reportClass: HostClass<Host> = hostClass<Host>('Report', {
  properties: {
    ReportInfo: { get: (host) => new HostObject(infoClass, host) },
    Engine: { get: (host) => host.engine() },
    Name: textProperty(({ run }) => run.template.root.name),
    Report: { get: (host) => host.report() },
    DoublePass: boolProperty(
      ({ run }) => run.doublePass,
      ({ run }, doublePass) => {
        if (run.isPrinting && doublePass !== run.doublePass)
          throw new ExpressionError('DoublePass can be changed in StartReport, not while the report is printed');
        run.doublePass = doublePass;
      },
    ),
    ConvertNulls: boolProperty(
      ({ run }) => run.convertNulls,
      ({ run }, convertNulls) => {
        run.convertNulls = convertNulls;
      },
    ),
    ...Object.fromEntries(inertSettings.map((name) => [name, inertSetting(name)])),
    Aborted: boolProperty(({ run }) => run.stopped),
    FileName: textProperty(() => ''),
    ScriptText: textProperty(({ run }) => run.template.script),
    InitialPageNumber: intProperty(
      ({ run }) => run.initialPageNumber,
      ({ run }, number) => {
        run.initialPageNumber = number;
      },
    ),
    MaxPages: intProperty(
      ({ run }) => run.maxPages,
      ({ run }, pages) => {
        run.maxPages = pages;
      },
    ),
    Pages: { get: (host) => collection('PageCollection', { items: () => pagesOf(host) }) },
    AllObjects: {
      get: (host) =>
        collection('ObjectCollection', {
          items: () =>
            host.run.pages
              .flatMap((page) => [page, ...within(page)])
              .map((each) => {
                host.run.budget.step();
                return host.object(each);
              }),
        }),
    },
    ChildObjects: { get: (host) => collection('ObjectCollection', { items: () => pagesOf(host) }) },
    Dictionary: { get: (host) => new HostObject(dictionaryClass, host) },
    Parameters: { get: (host) => parametersOf(host, '') },
    Styles: { get: stylesOf },
    Operation: { get: () => new EnumValue(enumType('ReportOperation'), 1) },
  },
  stored: ({ run }, name) => storedValue(run.template.root, name),
  methods: {
    Abort: ({ run }) => {
      run.stopped = true;
      return null;
    },
    GetColumnValue: (host, args) => columnValue(host, nameOf(args), false),
    GetColumnValueNullable: (host, args) => columnValue(host, nameOf(args), true),
    GetParameter: (host, args) =>
      host.parameters.has(nameOf(args).toLowerCase()) ? parameterOf(host, nameOf(args)) : null,
    GetParameterValue: (host, args) => parameterValue(host, nameOf(args)),
    SetParameterValue: (host, args) => {
      setParameter(host, nameOf(args), args[1] ?? null);
      return null;
    },
    GetVariableValue: (host, args) => variableValue(host, nameOf(args)),
    GetTotalValue: ({ run }, args) => totalOf(run, nameOf(args)),
    GetTotalValueNullable: ({ run }, args) => totalOf(run, nameOf(args)),
    GetDataSource: (host, args) => {
      const source = host.run.dictionary.source(nameOf(args));
      return source ? host.source(source) : null;
    },
    FindObject: (host, args) => {
      decideLines(host.run);
      const object = host.run.objects.get(nameOf(args).toLowerCase());
      return object ? host.object(object) : null;
    },
    Calc: ({ run }, args) => run.compile(nameOf(args), run.template.root)(),
    Refresh: () => null,
  },
});

const drained = (steps: Steps): null => {
  drain(steps);
  return null;
};

/** Members of `Engine`. */
export const engineClass: HostClass<Host> = hostClass<Host>('ReportEngine', {
  properties: {
    CurX: floatProperty(
      ({ run }) => run.curX,
      ({ run }, value) => {
        run.curX = value;
      },
    ),
    CurY: floatProperty(
      ({ run }) => run.curY,
      ({ run }, value) => {
        run.curY = value;
      },
    ),
    CurPage: intProperty(({ run }) => run.prepared.current),
    CurColumn: intProperty(({ run }) => run.curColumn),
    PageWidth: floatProperty(({ run }) => pageWidth(run.page)),
    PageHeight: floatProperty(({ run }) => pageHeightForScripts(run)),
    FreeSpace: floatProperty(({ run }) => freeSpaceForScripts(run)),
    FirstPass: boolProperty(({ run }) => run.firstPass),
    FinalPass: boolProperty(({ run }) => run.finalPass),
    PageNo: intProperty(({ run }) => pageNumber(run)),
    TotalPages: intProperty(({ run }) => totalPageNumber(run)),
    PageN: textProperty(({ run }) => `Page ${String(pageNumber(run))}`),
    PageNofM: textProperty(({ run }) => `Page ${String(pageNumber(run))} of ${String(totalPageNumber(run))}`),
    RowNo: intProperty(({ run }) => run.curBand?.rowNo ?? 0),
    AbsRowNo: intProperty(({ run }) => run.curBand?.absRowNo ?? 0),
    Date: { get: ({ run }) => run.startedAt },
    HierarchyLevel: intProperty(({ run }) => run.hierarchyLevel),
    HierarchyRowNo: { get: ({ run }) => run.hierarchyRowNo },
  },
  methods: {
    StartNewPage: ({ run }) => drained(endPage(run, true)),
    StartNewColumn: ({ run }) => drained(endColumn(run)),
    ShowBand: ({ run }, args) => {
      const band = args[0] === undefined ? undefined : liveOf(componentClass, args[0])?.object;
      return band instanceof Band ? drained(showBand(run, band)) : null;
    },
    AddOutline: ({ run }, args) => {
      addOutline(run, toText(args[0] ?? null, run.culture));
      return null;
    },
    OutlineUp: ({ run }) => {
      outlineUp(run);
      return null;
    },
    OutlineRoot: ({ run }) => {
      run.outline.path = [];
      return null;
    },
    AddBookmark: ({ run }, args) => {
      run.budget.collect(ENTRY + weightOf(nameOf(args)));
      run.bookmarks.set(nameOf(args), { page: run.prepared.current, offsetY: run.curY });
      return null;
    },
    GetBookmarkPage: ({ run }, args) => {
      const target = run.bookmarks.get(nameOf(args)) ?? run.firstPassBookmarks.get(nameOf(args));
      return target ? target.page + 1 : 0;
    },
    StartKeep: ({ run }) => {
      startKeep(run);
      return null;
    },
    EndKeep: ({ run }) => {
      endKeep(run);
      return null;
    },
    ProcessObject: ({ run }, args) => {
      const object = args[0] === undefined ? undefined : liveOf(componentClass, args[0])?.object;
      if (object instanceof TextObject) processObject(run, object.name);
      return null;
    },
    ResetLogicalPageNumber: ({ run }) => {
      resetPageNumber(run);
      return null;
    },
  },
});
