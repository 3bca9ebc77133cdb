import {
  boolProperty,
  ExpressionError,
  fillColor,
  fillOf,
  fillValue,
  solidFill,
  floatProperty,
  HostObject,
  hostClass,
  intProperty,
  liveOf,
  textProperty,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import { shownExpression } from '../values/conditions.ts';
import { Delegate, EnumValue, Single } from '../../expression/values/values.ts';
import { ENTRY } from '../../expression/budget.ts';
import { finite } from '../../expression/hostClass.ts';
import { rectangleF, rectangleSides, sizeF, sizeSides } from '../../script/library/shapes.ts';
import { Func } from '../../script/runtime/objects.ts';
import { textOf } from '../../template/properties.ts';
import { neededHeight, neededWidth } from '../../text/index.ts';
import { type EventName, isContainer, type ReportObject, TextObject } from '../build/components.ts';
import type { Calculate, Appearance } from '../build/contents.ts';
import { Band, bandsOf, ReportPage } from '../bands/reportBands.ts';
import { applyAppearance, styleNameOf } from '../build/styles.ts';
import { TableCell, TableLine, TableObject } from '../tables/tableObjects.ts';
import { collection } from './collections.ts';
import { enumField, enumType } from './enums.ts';
import type { Live } from './host.ts';
import { borderValue, borderOf, linkClass } from './borders.ts';
import { storedValue } from './stored.ts';
import { styleClass } from './styles.ts';

type Component = Live<ReportObject>;

const float = (name: 'left' | 'top' | 'width' | 'height'): HostProperty<Component> =>
  floatProperty(
    ({ object }) => object[name],
    ({ object }, value) => {
      object[name] = value;
    },
  );

const flag = (
  name: 'visible' | 'printable' | 'exportable' | 'canGrow' | 'canShrink' | 'canBreak' | 'growToBottom' | 'pageBreak',
): HostProperty<Component> =>
  boolProperty(
    ({ object }) => object[name],
    ({ object }, value) => {
      object[name] = value;
    },
  );

function bandOf(object: ReportObject): Band | undefined {
  let current: ReportObject | undefined = object;
  while (current && !(current instanceof Band)) current = current.parent;
  return current;
}

function pageOf(object: ReportObject): ReportObject | undefined {
  let current: ReportObject | undefined = object;
  while (current && !(current instanceof ReportPage)) current = current.parent;
  return current;
}

/** Returns all objects inside an object, in document order. */
export function within(object: ReportObject): ReportObject[] {
  return childrenOf(object).flatMap((inner) => [inner, ...within(inner)]);
}

/**
 * Returns the direct children: bands of a page, columns, rows and cells of a table, objects of a band or container. The bands inside a band
 * follow its objects, except while it is printed.
 */
function childrenOf(object: ReportObject): ReportObject[] {
  if (object instanceof ReportPage) return bandsOf(object);
  if (object instanceof TableObject) return [...object.columns, ...object.rows, ...object.cells.flat()];
  if (!(object instanceof Band) || object.isRunning) return object.objects;
  const { child } = object;
  return [...object.objects, ...(child ? [child] : []), ...bandsOf(object).filter((band) => band !== child)];
}

/** Returns the distance of an object from the edge of its page, or of the band that it is printed with. */
function onPage(object: ReportObject, side: 'left' | 'top'): number {
  let sum = 0;
  for (let at: ReportObject | undefined = object; at && !(at instanceof ReportPage); at = at.parent) sum += at[side];
  return sum;
}

/** Moves an object into a band or container, out of its previous one. */
function moveInto(object: ReportObject, parent: ReportObject | undefined): void {
  if (
    object instanceof Band ||
    object instanceof TableCell ||
    object instanceof TableLine ||
    object instanceof ReportPage
  )
    throw new ExpressionError(`A ${object.type} cannot be moved by a script`);
  if (parent && !(parent instanceof Band) && !isContainer(parent) && !(parent instanceof TableCell))
    throw new ExpressionError(`Objects cannot be put into a ${parent.type}`);
  for (let at = parent; at; at = at.parent)
    if (at === object) throw new ExpressionError('An object cannot be put into itself');
  const before = object.parent;
  if (before) before.objects = before.objects.filter((each) => each !== object);
  object.parent = parent;
  parent?.objects.push(object);
}

/** Declares a property for an expression that a script can replace. */
const expressionText = (
  name: 'VisibleExpression' | 'PrintableExpression' | 'ExportableExpression',
  set: (object: ReportObject, calculate: Calculate | undefined, text: string) => void,
): HostProperty<Component> => ({
  get: ({ object }) => textOf(object.source, name),
  set: ({ object, host }, value) => {
    const text = typeof value === 'string' ? value : '';
    set(object, text.trim() === '' ? undefined : host.run.compile(shownExpression(text), object.source), text);
  },
});

/** Declares a property for the method of the script that handles an event. */
const eventName = (event: EventName): HostProperty<Component> =>
  textProperty(
    ({ object }) => object.events?.get(event) ?? '',
    ({ object }, method) => {
      object.events ??= new Map<EventName, string>();
      if (method === '') object.events.delete(event);
      else object.events.set(event, method);
    },
  );

/** Events that a script can add handlers to. */
const EVENTS = ['BeforePrint', 'AfterPrint', 'AfterData', 'BeforeLayout', 'AfterLayout', 'StartPage', 'FinishPage'] as const; // prettier-ignore

function handlerOf(value: Value | undefined): Delegate {
  if (!(value instanceof Delegate)) throw new ExpressionError('A method is expected as event handler');
  return value;
}

/** Declares `object.BeforePrint += handler`. */
const addHandler = (event: EventName): HostProperty<Component> => ({
  get: () => null,
  set: ({ object, host }, value) => {
    host.run.budget.collect(ENTRY);
    object.handlers ??= new Map<EventName, readonly Delegate[]>();
    object.handlers.set(event, [...(object.handlers.get(event) ?? []), handlerOf(value)]);
  },
});

/** Implements `object.BeforePrint -= handler`: removes the handler that was added last. */
function removeHandler({ object }: Component, event: EventName, value: Value | undefined): null {
  const handlers = object.handlers?.get(event) ?? [];
  const given = handlerOf(value);
  const same = (each: Delegate): boolean =>
    each === given || (each instanceof Func && given instanceof Func && each.same(given));
  const at = handlers.findLastIndex(same);
  if (at >= 0) object.handlers?.set(event, handlers.toSpliced(at, 1));
  return null;
}

/** Names an object as the designer does: its class and the first number that is free. */
function nameUniquely({ object, host }: Component): null {
  const { objects } = host.run;
  const base = object.type.replace(/Object$/u, '');
  let number = 1;
  while (objects.has(`${base}${String(number)}`.toLowerCase())) {
    host.run.budget.step();
    number += 1;
  }
  rename({ object, host }, `${base}${String(number)}`);
  return null;
}

/** Renames an object. @throws ExpressionError if another object has the name */
function rename({ object, host }: Component, name: string): void {
  const { objects } = host.run;
  const taken = objects.get(name.toLowerCase());
  if (taken && taken !== object) throw new ExpressionError(`There is an object '${name}' already`);
  objects.delete(object.name.toLowerCase());
  object.name = name;
  if (name !== '') objects.set(name.toLowerCase(), object);
}

const collectionOf = (live: Component, name: string, list: (object: ReportObject) => readonly ReportObject[]): Value =>
  collection(name, {
    items: () =>
      list(live.object).map((each) => {
        live.host.run.budget.step();
        return live.host.object(each);
      }),
  });

/** Members of every report object. */
export const componentClass: HostClass<Component> = hostClass<Component>('ReportComponentBase', {
  baseTypes: ['ComponentBase', 'Base'],
  properties: {
    Name: textProperty(({ object }) => object.name, rename),
    ...Object.fromEntries(EVENTS.map((event) => [event, addHandler(event)])),
    Report: { get: ({ host }) => host.report() },
    Bounds: {
      get: ({ object: { left, top, width, height } }) => rectangleF(left, top, width, height),
      set: ({ object }, value) => {
        const bounds = rectangleSides(value);
        if (!bounds) throw new ExpressionError('A RectangleF is expected');
        const [left, top, width, height] = bounds.map(finite);
        Object.assign(object, { left, top, width, height });
      },
    },
    ClientSize: {
      get: ({ object: { width, height } }) => sizeF(width, height),
      set: ({ object }, value) => {
        const size = sizeSides(value);
        if (!size) throw new ExpressionError('A SizeF is expected');
        const [width, height] = size.map(finite);
        Object.assign(object, { width, height });
      },
    },
    BreakTo: {
      get: ({ object, host }) => valueOf(host, host.run.objects.get(textOf(object.source, 'BreakTo').toLowerCase())),
    },
    Dock: enumField<Component>(
      'DockStyle',
      ({ object }) => object.dock,
      ({ object }, name) => {
        object.dock = DOCKS.find((dock) => dock === name) ?? 'None';
      },
    ),
    Anchor: {
      get: ({ object }) => new EnumValue(enumType('AnchorStyles'), object.anchor),
      set: ({ object }, value) => {
        if (!(value instanceof EnumValue)) throw new ExpressionError('An AnchorStyles is expected');
        object.anchor = value.value;
      },
    },
    ZOrder: intProperty(
      ({ object }) => orderOf(object),
      ({ object }, order) => {
        const siblings = object.parent?.objects;
        const at = siblings?.indexOf(object) ?? -1;
        if (!siblings || at < 0) return;
        siblings.splice(at, 1);
        siblings.splice(Math.min(Math.max(order, 0), siblings.length), 0, object);
      },
    ),
    VisibleExpression: expressionText('VisibleExpression', (object, calculate, text) => {
      object.visibleExpression = calculate && { calculate, needsTotalPages: text.includes('TotalPages') };
    }),
    PrintableExpression: expressionText('PrintableExpression', (object, calculate) => {
      object.printableExpression = calculate;
    }),
    ExportableExpression: expressionText('ExportableExpression', (object, calculate) => {
      object.exportableExpression = calculate;
    }),
    EvenStyle: textProperty(
      ({ object }) => object.evenStyleName ?? textOf(object.source, 'EvenStyle'),
      ({ object, host }, name) => {
        object.evenStyle = styleOf(host, name);
        object.evenStyleName = name;
      },
    ),
    EvenStylePriority: enumField<Component>(
      'StylePriority',
      ({ object }) => (object.evenStyleForAll ? 'UseAll' : 'UseFill'),
      ({ object }, name) => {
        object.evenStyleForAll = name === 'UseAll';
      },
    ),
    ...Object.fromEntries(
      (['BeforePrint', 'AfterPrint', 'AfterData', 'BeforeLayout', 'AfterLayout', 'ManualBuild', 'StartPage', 'FinishPage', 'ModifyResult', 'AfterTotals'] as const).map(
        (event) => [`${event}Event`, eventName(event)],
      ),
    ), // prettier-ignore
    AllObjects: { get: (live) => collectionOf(live, 'ObjectCollection', within) },
    ChildObjects: { get: (live) => collectionOf(live, 'ObjectCollection', childrenOf) },
    Left: float('left'),
    Top: float('top'),
    Width: float('width'),
    Height: float('height'),
    Right: floatProperty(({ object }) => object.right),
    Bottom: floatProperty(({ object }) => object.bottom),
    AbsLeft: floatProperty(({ object }) => onPage(object, 'left')),
    AbsTop: floatProperty(({ object }) => onPage(object, 'top')),
    AbsRight: floatProperty(({ object }) => onPage(object, 'left') + object.width),
    AbsBottom: floatProperty(({ object }) => onPage(object, 'top') + object.height),
    AbsBounds: {
      get: ({ object }) => rectangleF(onPage(object, 'left'), onPage(object, 'top'), object.width, object.height),
    },
    Visible: flag('visible'),
    Printable: flag('printable'),
    Exportable: flag('exportable'),
    CanGrow: flag('canGrow'),
    CanShrink: flag('canShrink'),
    CanBreak: flag('canBreak'),
    GrowToBottom: flag('growToBottom'),
    PageBreak: flag('pageBreak'),
    Tag: {
      get: ({ object }) => object.tag,
      set: ({ object }, value) => {
        object.tag = value;
      },
    },
    Fill: {
      get: ({ object }) =>
        fillValue(object.fill, (fill) => {
          object.changeFill(fill);
        }),
      set: ({ object }, value) => {
        object.fill = fillOf(value);
      },
    },
    FillColor: {
      get: ({ object }) => fillColor(object.fill),
      set: ({ object }, value) => {
        object.fill = solidFill(value);
      },
    },
    PrintOn: {
      get: ({ object }) => new EnumValue(enumType('PrintOn'), object.printOn),
      set: ({ object }, value) => {
        if (!(value instanceof EnumValue) || value.type.name !== 'PrintOn')
          throw new ExpressionError('A PrintOn is expected');
        object.printOn = value.value;
      },
    },
    ShiftMode: enumField<Component>(
      'ShiftMode',
      ({ object }) => object.shiftMode,
      ({ object }, name) => {
        object.shiftMode = name === 'Never' || name === 'WhenOverlapped' ? name : 'Always';
      },
    ),
    Border: {
      get: ({ object }) => borderValue(object),
      set: ({ object }, value) => {
        object.border = borderOf(value);
      },
    },
    Hyperlink: { get: (live) => new HostObject(linkClass, live) },
    Style: textProperty(
      ({ object }) => object.styleName ?? styleNameOf(object.source),
      ({ object, host }, name) => {
        const style = styleOf(host, name);
        if (style) applyAppearance(object, style);
        object.styleName = name;
      },
    ),
    Bookmark: textProperty(
      ({ object }) => object.bookmarkText ?? textOf(object.source, 'Bookmark'),
      ({ object, host }, text) => {
        object.bookmarkText = text;
        object.bookmark = text === '' ? undefined : () => host.run.compile(text, object.source)();
      },
    ),
    Band: { get: ({ object, host }) => valueOf(host, bandOf(object)) },
    Page: { get: ({ object, host }) => valueOf(host, pageOf(object)) },
    ClassName: textProperty(({ object }) => object.type),
    Parent: {
      get: ({ object, host }) => valueOf(host, object.parent),
      set: ({ object }, value) => {
        const parent = liveOf(componentClass, value)?.object;
        if (!parent && value !== null) throw new ExpressionError('A band or container is expected');
        moveInto(object, parent);
      },
    },
    Objects: {
      get: ({ object, host }) =>
        collection('ReportComponentCollection', {
          items: () => object.objects.map((inner) => host.object(inner)),
          add: (value) => {
            const added = liveOf(componentClass, value)?.object;
            if (!added) throw new ExpressionError('An object of the report is expected');
            moveInto(added, object);
          },
        }),
    },
  },
  methods: {
    CreateUniqueName: nameUniquely,
    ApplyStyle: ({ object, host }, [style]) => {
      const applied = styleOf(host, liveOf(styleClass, style ?? null)?.node.name ?? '');
      if (!applied) throw new ExpressionError('A style of the report is expected');
      applyAppearance(object, applied);
      return null;
    },
    FindObject: ({ object, host }, [name]) =>
      valueOf(
        host,
        within(object).find((each) => each.name === name),
      ),
    HasParent: ({ object }, [parent]) => {
      const wanted = liveOf(componentClass, parent ?? null)?.object;
      let at = object.parent;
      while (at && at !== wanted) at = at.parent;
      return at !== undefined;
    },
    ...Object.fromEntries(
      EVENTS.map((event) => [
        `remove_${event}`,
        (live: Component, [handler]: readonly Value[]) => removeHandler(live, event, handler),
      ]),
    ),
    CalcHeight: ({ object, host }) =>
      new Single(object instanceof TextObject ? neededHeight(host.run.fonts, object, object) : object.height),
    CalcWidth: ({ object, host }) =>
      new Single(object instanceof TextObject ? neededWidth(host.run.fonts, object, object) : object.width),
  },
  stored: ({ object }, name) => storedValue(object.source, name),
});

const DOCKS = ['None', 'Top', 'Bottom', 'Left', 'Right', 'Fill'] as const;

/** Returns the place of an object among those of its parent; that of a band among the data bands and groups of its page, else -1. */
function orderOf(object: ReportObject): number {
  const { parent } = object;
  if (!(object instanceof Band)) return Math.max(0, parent?.objects.indexOf(object) ?? 0);
  return parent instanceof ReportPage ? parent.bands.findIndex((band) => band === object) : -1;
}

/** Returns a named style of the template; undefined if there is none, which changes nothing. */
function styleOf({ run }: Component['host'], name: string): Appearance | undefined {
  return run.styles.get(name.toLowerCase());
}

/** Returns an object as a script value; null for undefined. */
export const valueOf = (host: Component['host'], object: ReportObject | undefined): Value =>
  object ? host.object(object) : null;
