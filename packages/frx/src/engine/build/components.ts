import type {
  DrawnData,
  LinkSource,
  Calculate,
  HighlightCondition,
  Look,
  TextContent,
  TextSettings,
} from './contents.ts';
import type { Delegate, Value } from '../../expression/values.ts';
import type { Border, Fill, ImageResource, TextStyle } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';

import { squareClasses, type SeriesData } from '../../objects/index.ts';
import { anchors, printOn, round2 } from '../fitting/geometry.ts';

/** A handler of an event: a method of the script, by name. */
export type EventName =
  | 'BeforePrint'
  | 'AfterPrint'
  | 'AfterData'
  | 'BeforeLayout'
  | 'AfterLayout'
  | 'ManualBuild'
  | 'StartPage'
  | 'CreatePage'
  | 'FinishPage'
  | 'ModifyResult'
  | 'AfterTotals'
  | 'Click';

/** The side of its parent that an object takes. */
export type Dock = 'None' | 'Top' | 'Bottom' | 'Left' | 'Right' | 'Fill';

/** Sizes that differ by no more px than this are the same. */
export const leastChange = 0.001;

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
  /** Number of objects inside; those that are put in later are gone afterwards. */
  count: number;
}

/**
 * A report object as it is now: made from its template object once for a run, changed while it is printed, and put back afterwards by
 * `restore`. Lengths in px; left and top relative to the parent.
 */
export class ReportObject {
  readonly source: TemplateObject;
  readonly type: string;
  name: string;
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
  private docked: Dock = 'None';
  private arranging = false;
  printOn: number = printOn.all;
  border: Border;
  fill: Fill;
  evenStyle: Look | undefined;
  evenStyleForAll = false;
  /** Name of that style where a script has set it. */
  evenStyleName: string | undefined;
  /** The named style that a script has applied. */
  styleName: string | undefined;
  bookmark: Calculate | undefined;
  /** The expression of the bookmark that a script has set. */
  bookmarkText: string | undefined;
  link: LinkSource | undefined;
  /** The link's value once it was calculated; '' before. */
  linkValue = '';
  bookmarkName = '';
  tag: Value = '';
  events: Map<EventName, string> | undefined;
  /** Handlers that a script has added, called after the method that the template names. */
  handlers: Map<EventName, readonly Delegate[]> | undefined;
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
    this.askForLayout();
  }
  get top(): number {
    return this.y;
  }
  set top(value: number) {
    this.y = round2(value);
    this.askForLayout();
  }
  get width(): number {
    return this.w;
  }
  /** Objects inside follow as their anchors and docks say. */
  set width(value: number) {
    const next = round2(value);
    if (Math.abs(next - this.w) <= leastChange) return;
    this.updateLayout(next - this.w, 0);
    this.w = next;
    this.askForLayout();
  }
  get height(): number {
    return this.h;
  }
  set height(value: number) {
    const next = round2(value);
    if (Math.abs(next - this.h) <= leastChange) return;
    this.updateLayout(0, next - this.h);
    this.h = next;
    this.askForLayout();
  }
  get right(): number {
    return this.x + this.w;
  }
  get bottom(): number {
    return this.y + this.h;
  }
  get dock(): Dock {
    return this.docked;
  }
  /** A change arranges all that stands beside this object again. */
  set dock(value: Dock) {
    if (this.docked === value) return;
    this.docked = value;
    this.parent?.updateLayout(0, 0);
  }

  /** Sets the dock as the template has it, without moving anything. */
  setDock(dock: Dock): void {
    this.docked = dock;
  }

  /** Sets the size without moving what is inside or beside. */
  setSize(width: number, height: number): void {
    this.w = round2(width);
    this.h = round2(height);
  }

  /** A docked object that moves or changes its size has its parent arranged again. */
  private askForLayout(): void {
    if (this.docked !== 'None') this.parent?.updateLayout(0, 0);
  }

  /**
   * Follows a change of size by (dx, dy) px that is about to be made: objects move or stretch as their anchors say, and docked ones share
   * the new space in document order. A layout that is asked for while one is under way is the same one.
   */
  updateLayout(dx: number, dy: number): void {
    if (this.arranging || this.objects.length === 0) return;
    this.arranging = true;
    const free = { left: 0, top: 0, width: this.w + dx, height: this.h + dy };
    for (const object of this.objects) {
      if (dx !== 0 || dy !== 0) object.followAnchor(dx, dy);
      if (object.docked !== 'None') object.takeSide(free);
    }
    this.arranging = false;
  }

  /** Moves or stretches as the anchor says when the parent becomes wider by `dx` and higher by `dy` px. */
  followAnchor(dx: number, dy: number): void {
    const { anchor } = this;
    if ((anchor & anchors.right) !== 0) {
      if ((anchor & anchors.left) !== 0) this.width += dx;
      else this.left += dx;
    } else if ((anchor & anchors.left) === 0) this.left += dx / 2;
    if ((anchor & anchors.bottom) !== 0) {
      if ((anchor & anchors.top) !== 0) this.height += dy;
      else this.top += dy;
    } else if ((anchor & anchors.top) === 0) this.top += dy / 2;
  }

  /** Takes the docked side of the space that is left, and leaves the rest. */
  private takeSide(free: { left: number; top: number; width: number; height: number }): void {
    switch (this.docked) {
      case 'Left':
        this.place(free.left, free.top, this.w, free.height);
        free.left += this.w;
        free.width -= this.w;
        break;
      case 'Top':
        this.place(free.left, free.top, free.width, this.h);
        free.top += this.h;
        free.height -= this.h;
        break;
      case 'Right':
        this.place(free.left + free.width - this.w, free.top, this.w, free.height);
        free.width -= this.w;
        break;
      case 'Bottom':
        this.place(free.left, free.top + free.height - this.h, free.width, this.h);
        free.height -= this.h;
        break;
      case 'Fill':
        this.place(free.left, free.top, free.width, free.height);
        free.width = 0;
        free.height = 0;
        break;
      default:
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
    const count = this.objects.length;
    this.saved.push({ left, top, width, height, visible, border, fill, link, linkValue, bookmarkName, count });
  }

  restore(): void {
    const state = this.saved.pop();
    if (!state) return;
    if (this.objects.length > state.count) this.objects = this.objects.slice(0, state.count);
    if (this.docked === 'None' && this.objects.length === 0) {
      this.x = state.left;
      this.y = state.top;
      this.w = state.width;
      this.h = state.height;
    } else this.place(state.left, state.top, state.width, state.height);
    this.visible = state.visible;
    this.border = state.border;
    this.fill = state.fill;
    this.link = state.link;
    this.linkValue = state.linkValue;
    this.bookmarkName = state.bookmarkName;
  }

  /** It is being printed: its state is saved and not put back yet. */
  get isPrinting(): boolean {
    return this.saved.length > 0;
  }

  /** Makes the present state the one that `restore` puts back. */
  keepState(): void {
    if (this.saved.pop()) this.save();
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
  // Sound because the copy has the prototype of the object and all of its own fields.
  return { __proto__: Object.getPrototypeOf(object) as object, ...fields } as unknown as Copied;
}

/** Objects stand inside and are arranged by themselves; a label with an RFID tag is a container to the paper. */
export const isContainer = (object: ReportObject): boolean =>
  object.type === 'ContainerObject' || object.type === 'RFIDLabel';

const unwrappedStyles = new WeakMap<TextStyle, TextStyle>();

/** The style without wrapping; the same object each time, so that measured texts stay cached. */
function unwrapped(style: TextStyle): TextStyle {
  if (!style.wordWrap) return style;
  let made = unwrappedStyles.get(style);
  if (!made) unwrappedStyles.set(style, (made = { ...style, wordWrap: false }));
  return made;
}

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
  /** Settings of the template that a script has changed. */
  settings: Partial<TextSettings> | undefined;
  private savedTexts: { text: string; style: TextStyle; value: Value; content: TextContent | undefined }[] = [];

  constructor(source: TemplateObject, border: Border, fill: Fill, style: TextStyle) {
    super(source, border, fill);
    this.style = style;
  }

  /** From now on the text does not wrap, in the rows to come as well. */
  stopWrapping(): void {
    if (!this.style.wordWrap) return;
    this.style = unwrapped(this.style);
    for (const state of this.savedTexts) state.style = unwrapped(state.style);
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

  override keepState(): void {
    this.savedTexts.pop();
    super.keepState();
  }

  override copy(): this {
    const copied = super.copy();
    copied.savedTexts = [];
    return copied;
  }
}

/** Moment at which a text is evaluated. */
export type ProcessAt =
  | 'Default'
  | 'ReportFinished'
  | 'ReportPageFinished'
  | 'PageFinished'
  | 'ColumnFinished'
  | 'DataFinished'
  | 'GroupFinished'
  | 'Custom';

/** Returns true for objects that are as wide as high: the side that is set last decides. */
export const isSquare = (type: string): boolean => squareClasses.has(type);

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
  /** Most width and height that the object is given once it is printed; 0: any. */
  maxWidth = 0;
  maxHeight = 0;
  private savedContents: Pick<DrawnObject, 'text' | 'value' | 'image' | 'changes'>[] = [];

  constructor(source: TemplateObject, border: Border, fill: Fill, data: DrawnData) {
    super(source, border, fill);
    this.data = data;
  }

  override get width(): number {
    return super.width;
  }
  override set width(value: number) {
    super.width = this.maxWidth > 0 ? Math.min(this.maxWidth, value) : value;
    if (isSquare(this.type)) super.height = super.width;
  }
  override get height(): number {
    return super.height;
  }
  override set height(value: number) {
    super.height = this.maxHeight > 0 ? Math.min(this.maxHeight, value) : value;
    if (isSquare(this.type)) super.width = super.height;
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
    // The template may say more than the limits allow; they count from the second time on.
    if (this.maxWidth > 0) this.width = super.width;
    if (this.maxHeight > 0) this.height = super.height;
  }

  override copy(): this {
    const copied = super.copy();
    copied.savedContents = [];
    return copied;
  }
}
