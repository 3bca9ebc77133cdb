import type { DrawnData, LinkSource, Calculate, HighlightCondition, Look, TextContent } from './contents.ts';
import type { Value } from '../expression/values.ts';
import type { Border, Fill, ImageResource, PlacedObject, TextStyle } from '../page.ts';
import type { TemplateObject } from '../template/model.ts';

import type { SeriesData } from '../objects/index.ts';
import { anchors, printOn, round2 } from './geometry.ts';

/** A handler of an event: a method of the script, by name. */
export type EventName =
  | 'BeforePrint'
  | 'AfterPrint'
  | 'AfterData'
  | 'BeforeLayout'
  | 'AfterLayout'
  | 'ManualBuild'
  | 'StartPage'
  | 'FinishPage'
  | 'ModifyResult'
  | 'AfterTotals'
  | 'Click';

interface SavedState {
  left: number;
  top: number;
  width: number;
  height: number;
  visible: boolean;
  border: Border;
  fill: Fill;
  link: LinkSource | undefined;
  linkValue: string;
  bookmarkName: string;
}

/**
 * A report object as it is now: made from its template object once for a run, changed while it is printed, and put back afterwards by
 * `restore`. Lengths in px; left and top relative to the parent.
 */
export class ReportObject {
  readonly source: TemplateObject;
  readonly type: string;
  readonly name: string;
  parent: ReportObject | undefined;
  /** Objects inside, in document order. */
  objects: ReportObject[] = [];
  private x = 0;
  private y = 0;
  private w = 0;
  private h = 0;
  visible = true;
  visibleExpression: { readonly calculate: Calculate; readonly needsTotalPages: boolean } | undefined;
  printable = true;
  printableExpression: Calculate | undefined;
  exportable = true;
  exportableExpression: Calculate | undefined;
  canGrow = false;
  canShrink = false;
  canBreak = false;
  growToBottom = false;
  pageBreak = false;
  shiftMode: 'Never' | 'Always' | 'WhenOverlapped' = 'Always';
  anchor: number = anchors.top | anchors.left;
  dock: 'None' | 'Top' | 'Bottom' | 'Left' | 'Right' | 'Fill' = 'None';
  printOn: number = printOn.all;
  border: Border;
  fill: Fill;
  evenStyle: Look | undefined;
  evenStyleForAll = false;
  bookmark: Calculate | undefined;
  link: LinkSource | undefined;
  /** The link's value once it was calculated; '' before. */
  linkValue = '';
  bookmarkName = '';
  tag: Value = '';
  events: Map<EventName, string> | undefined;
  private saved: SavedState[] = [];

  constructor(source: TemplateObject, border: Border, fill: Fill) {
    this.source = source;
    this.type = source.type;
    this.name = source.name;
    this.border = border;
    this.fill = fill;
  }

  get left(): number {
    return this.x;
  }
  set left(value: number) {
    this.x = round2(value);
  }
  get top(): number {
    return this.y;
  }
  set top(value: number) {
    this.y = round2(value);
  }
  get width(): number {
    return this.w;
  }
  /** Objects inside follow as their anchors and docks say. */
  set width(value: number) {
    const before = this.w;
    this.w = round2(value);
    if (this.w !== before && this.objects.length > 0) this.adapt(this.w - before, 0);
  }
  get height(): number {
    return this.h;
  }
  set height(value: number) {
    const before = this.h;
    this.h = round2(value);
    if (this.h !== before && this.objects.length > 0) this.adapt(0, this.h - before);
  }
  get right(): number {
    return this.x + this.w;
  }
  get bottom(): number {
    return this.y + this.h;
  }

  /** Sets the size without moving what is inside. */
  setSize(width: number, height: number): void {
    this.w = round2(width);
    this.h = round2(height);
  }

  /** What follows a change of size: docked objects share the room out, anchored ones move or stretch. */
  protected adapt(dx: number, dy: number): void {
    if (this.objects.some((object) => object.dock !== 'None')) this.arrangeDocks();
    for (const object of this.objects) {
      if (object.dock !== 'None') continue;
      if (dx !== 0) {
        const toRight = (object.anchor & anchors.right) !== 0;
        const toLeft = (object.anchor & anchors.left) !== 0;
        if (toRight && toLeft) object.width += dx;
        else if (toRight) object.left += dx;
        else if (!toLeft) object.left += dx / 2;
      }
      if (dy !== 0) {
        const toBottom = (object.anchor & anchors.bottom) !== 0;
        const toTop = (object.anchor & anchors.top) !== 0;
        if (toBottom && toTop) object.height += dy;
        else if (toBottom) object.top += dy;
        else if (!toTop) object.top += dy / 2;
      }
    }
  }

  /** Gives every docked object its side of what is left, in document order. */
  arrangeDocks(): void {
    let left = 0;
    let top = 0;
    let right = this.w;
    let bottom = this.h;
    for (const object of this.objects) {
      switch (object.dock) {
        case 'Left':
          object.place(left, top, object.width, bottom - top);
          left += object.width;
          break;
        case 'Top':
          object.place(left, top, right - left, object.height);
          top += object.height;
          break;
        case 'Right':
          object.place(right - object.width, top, object.width, bottom - top);
          right -= object.width;
          break;
        case 'Bottom':
          object.place(left, bottom - object.height, right - left, object.height);
          bottom -= object.height;
          break;
        case 'Fill':
          object.place(left, top, right - left, bottom - top);
          break;
        default:
      }
    }
  }

  private place(left: number, top: number, width: number, height: number): void {
    this.left = left;
    this.top = top;
    this.width = width;
    this.height = height;
  }

  save(): void {
    const { x: left, y: top, w: width, h: height, visible, border, fill, link, linkValue, bookmarkName } = this;
    this.saved.push({ left, top, width, height, visible, border, fill, link, linkValue, bookmarkName });
  }

  restore(): void {
    const state = this.saved.pop();
    if (!state) return;
    this.x = state.left;
    this.y = state.top;
    this.w = state.width;
    this.h = state.height;
    this.visible = state.visible;
    this.border = state.border;
    this.fill = state.fill;
    this.link = state.link;
    this.linkValue = state.linkValue;
    this.bookmarkName = state.bookmarkName;
  }

  /** A copy that can be broken or moved without changing this one; its objects are copies too. */
  copy(): this {
    const copied = copyOf(this);
    copied.saved = [];
    copied.objects = this.objects.map((object) => {
      const inner = object.copy();
      inner.parent = copied;
      return inner;
    });
    return copied;
  }
}

/** Objects made this way have a quarter of the size of those made with Object.create and Object.assign. */
function copyOf<Copied extends object>(object: Copied): Copied {
  const fields: object = object;
  return { __proto__: Object.getPrototypeOf(object) as object, ...fields } as unknown as Copied;
}

/** Objects stand inside and are arranged by themselves; a label with an RFID tag is a container to the paper. */
export const isContainer = (object: ReportObject): boolean =>
  object.type === 'ContainerObject' || object.type === 'RFIDLabel';

/** A text object or table cell. */
export class TextObject extends ReportObject {
  /** As it stands: the template's text before, the finished text after the data are put in. */
  text = '';
  content: TextContent | undefined;
  style: TextStyle;
  value: Value = null;
  /** An expression of the text could not be calculated. */
  failed = false;
  highlight: readonly HighlightCondition[] = [];
  duplicates: 'Show' | 'Hide' | 'Clear' | 'Merge' = 'Show';
  mergeMode = 0;
  processAt: ProcessAt = 'Default';
  /** Takes what this one cannot show. */
  breakTo: TextObject | undefined;
  autoWidth = false;
  autoShrink: 'None' | 'FontSize' | 'FontWidth' | 'FitText' = 'None';
  autoShrinkMinSize = 0;
  private savedTexts: { text: string; style: TextStyle; value: Value; content: TextContent | undefined }[] = [];

  constructor(source: TemplateObject, border: Border, fill: Fill, style: TextStyle) {
    super(source, border, fill);
    this.style = style;
  }

  override save(): void {
    super.save();
    const { text, style, value, content } = this;
    this.savedTexts.push({ text, style, value, content });
  }

  override restore(): void {
    super.restore();
    const state = this.savedTexts.pop();
    if (state) Object.assign(this, state);
  }

  override copy(): this {
    const copied = super.copy();
    copied.savedTexts = [];
    return copied;
  }
}

/** When a text is calculated. */
export type ProcessAt =
  | 'Default'
  | 'ReportFinished'
  | 'ReportPageFinished'
  | 'PageFinished'
  | 'ColumnFinished'
  | 'DataFinished'
  | 'GroupFinished'
  | 'Custom';

/** An object that is neither text nor table: what it shows is drawn by `objects/`. */
export class DrawnObject extends ReportObject {
  /** The finished text (barcode, zip code, SVG). */
  text = '';
  /** The calculated value (check box, gauge). */
  value: Value = null;
  image: ImageResource | undefined;
  /** Points of a chart from its rows. */
  series: readonly SeriesData[] = [];
  readonly data: DrawnData;
  /** Attributes a script has changed. */
  changes: ReadonlyMap<string, string> | undefined;
  private savedContents: Pick<DrawnObject, 'text' | 'value' | 'image' | 'changes'>[] = [];

  constructor(source: TemplateObject, border: Border, fill: Fill, data: DrawnData) {
    super(source, border, fill);
    this.data = data;
  }

  override save(): void {
    super.save();
    const { text, value, image, changes } = this;
    this.savedContents.push({ text, value, image, changes });
  }

  override restore(): void {
    super.restore();
    const state = this.savedContents.pop();
    if (state) Object.assign(this, state);
  }

  override copy(): this {
    const copied = super.copy();
    copied.savedContents = [];
    return copied;
  }
}

/** Objects already placed, put inside a band: rows of band columns and of subreports printed on their parent. */
export class PlacedRow extends ReportObject {
  placed: PlacedObject;

  constructor(source: TemplateObject, border: Border, fill: Fill, placed: PlacedObject) {
    super(source, border, fill);
    this.placed = placed;
  }
}
