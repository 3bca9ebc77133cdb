import type {
  DrawnData,
  LinkSource,
  Calculate,
  HighlightCondition,
  Appearance,
  TextContent,
  TextSettings,
} from './contents.ts';
import type { Delegate, Value } from '../../expression/values/values.ts';
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

/** The side of its parent to which an object is docked. */
export type Dock = 'None' | 'Top' | 'Bottom' | 'Left' | 'Right' | 'Fill';

/** Greatest difference, in px, between sizes that count as equal. */
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
  /** Number of inner objects; those added later are removed by `restore`. */
  count: number;
}

/**
 * A report object with its current state: created from its template object once for a run, changed while it is printed, and restored
 * afterwards by `restore`. Lengths are in px; left and top are relative to the parent.
 */
export class ReportObject {
  readonly source: TemplateObject;
  readonly type: string;
  name: string;
  parent: ReportObject | undefined;
  /** Inner objects in document order. */
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
  evenStyle: Appearance | undefined;
  evenStyleForAll = false;
  /** Name of the even style if a script has set it. */
  evenStyleName: string | undefined;
  /** Name of the style that a script has applied. */
  styleName: string | undefined;
  bookmark: Calculate | undefined;
  /** Expression of the bookmark if a script has set it. */
  bookmarkText: string | undefined;
  link: LinkSource | undefined;
  /** The calculated value of the link; empty before. */
  linkValue = '';
  bookmarkName = '';
  tag: Value = '';
  events: Map<EventName, string> | undefined;
  /** Handlers that a script has added; they are called after the method named in the template. */
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
  /** Inner objects follow according to their anchors and docks. */
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
  /** Arranges the docked objects of the parent again. */
  set dock(value: Dock) {
    if (this.docked === value) return;
    this.docked = value;
    this.parent?.updateLayout(0, 0);
  }

  /** Sets the dock without arranging the parent. */
  setDock(dock: Dock): void {
    this.docked = dock;
  }

  /** Sets the size without moving inner or adjacent objects. */
  setSize(width: number, height: number): void {
    this.w = round2(width);
    this.h = round2(height);
  }

  /** Has the parent arranged again if this object is docked. */
  private askForLayout(): void {
    if (this.docked !== 'None') this.parent?.updateLayout(0, 0);
  }

  /**
   * Arranges the inner objects for a change of size by (dx, dy) px that follows: anchored objects move or stretch, docked ones share the
   * new space in document order. A call during a layout of the same object has no effect.
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

  /** Moves or stretches the object by its anchor when the parent becomes wider by `dx` and higher by `dy` px. */
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

  /** Occupies the docked side of the free space and reduces that space. */
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
    // Kind and expression of the link stay as a script has set them.
    if (this.link !== state.link) this.link = this.link && { ...this.link, value: state.link?.value ?? '' };
    this.linkValue = state.linkValue;
    this.bookmarkName = state.bookmarkName;
  }

  /**
   * Changes parts of the border. A saved state that has the same border changes with it, so that the change stays after the row; a border that
   * a script or Highlight has set in this row is lost with its parts.
   */
  changeBorder(border: Border): void {
    for (const state of this.saved) if (state.border === this.border) state.border = border;
    this.border = border;
  }

  /** As `changeBorder`, for the fill. */
  changeFill(fill: Fill): void {
    for (const state of this.saved) if (state.fill === this.fill) state.fill = fill;
    this.fill = fill;
  }

  /** The object is being printed: its state is saved and not restored yet. */
  get isPrinting(): boolean {
    return this.saved.length > 0;
  }

  /** Replaces the saved state, which `restore` will restore, by the current one. */
  keepState(): void {
    if (this.saved.pop()) this.save();
  }

  /** Returns a deep copy that can be broken or moved without changing this object. */
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

/** Copies an object in a way that takes a quarter of the memory of Object.create with Object.assign. */
function copyOf<Copied extends object>(object: Copied): Copied {
  const fields: object = object;
  // Sound because the copy has the prototype of the object and all of its own fields.
  return { __proto__: Object.getPrototypeOf(object) as object, ...fields } as unknown as Copied;
}

/** Returns true for objects that contain others and arrange them; for layout a label with an RFID tag is a container. */
export const isContainer = (object: ReportObject): boolean =>
  object.type === 'ContainerObject' || object.type === 'RFIDLabel';

const unwrappedStyles = new WeakMap<TextStyle, TextStyle>();

/** Returns the style without wrapping. It is the same object for each style, so that measured texts stay cached. */
function unwrapped(style: TextStyle): TextStyle {
  if (!style.wordWrap) return style;
  let made = unwrappedStyles.get(style);
  if (!made) unwrappedStyles.set(style, (made = { ...style, wordWrap: false }));
  return made;
}

/** A text object or table cell. */
export class TextObject extends ReportObject {
  /** The text of the template before the object is filled, the finished text afterwards. */
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
  /** The object in which the text that does not fit continues. */
  breakTo: TextObject | undefined;
  autoWidth = false;
  autoShrink: 'None' | 'FontSize' | 'FontWidth' | 'FitText' = 'None';
  autoShrinkMinSize = 0;
  /** Settings that a script has changed, for this and all later rows. */
  settings: Partial<Omit<TextSettings, 'formats'>> | undefined;
  /** Formats that a script has set in this row. */
  formats: TextSettings['formats'] | undefined;
  private savedTexts: Pick<TextObject, 'text' | 'style' | 'content' | 'formats'>[] = [];

  constructor(source: TemplateObject, border: Border, fill: Fill, style: TextStyle) {
    super(source, border, fill);
    this.style = style;
  }

  /** Turns wrapping off for this and all later rows. */
  stopWrapping(): void {
    if (!this.style.wordWrap) return;
    this.restyle(unwrapped);
  }

  /** Changes the style for this and all later rows, unless it is the font or the fill of the text. */
  restyle(change: (style: TextStyle) => TextStyle): void {
    this.style = change(this.style);
    for (const state of this.savedTexts) state.style = change(state.style);
  }

  /** Changes how the text is read, for this and all later rows. */
  changeReading(settings: Partial<Pick<TextSettings, 'allowExpressions' | 'brackets'>>): void {
    this.settings = { ...this.settings, ...settings };
    this.content = undefined;
    for (const state of this.savedTexts) state.content = undefined;
  }

  /** Changes parts of the fill of the text; see `changeBorder`. */
  changeTextFill(fill: Fill): void {
    const before = this.style.fill;
    for (const state of this.savedTexts) if (state.style.fill === before) state.style = { ...state.style, fill };
    this.style = { ...this.style, fill };
  }

  override save(): void {
    super.save();
    const { text, style, content, formats } = this;
    this.savedTexts.push({ text, style, content, formats });
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

/** Time at which a text is calculated. */
export type ProcessAt =
  | 'Default'
  | 'ReportFinished'
  | 'ReportPageFinished'
  | 'PageFinished'
  | 'ColumnFinished'
  | 'DataFinished'
  | 'GroupFinished'
  | 'Custom';

/** Returns true for types whose width and height are always equal; the one set last applies to both. */
export const isSquare = (type: string): boolean => squareClasses.has(type);

/** An object that is neither a text nor a table and is drawn by `objects/`. */
export class DrawnObject extends ReportObject {
  /** The finished text (barcode, zip code, SVG). */
  text = '';
  /** The calculated value (check box, gauge). */
  value: Value = null;
  image: ImageResource | undefined;
  /** Points of a chart read from its rows. */
  series: readonly SeriesData[] = [];
  data: DrawnData;
  /** Attributes that a script has changed. */
  changes: ReadonlyMap<string, string> | undefined;
  /** Text that a script has set; its expressions are calculated in place of those of the template. */
  ownText: string | undefined;
  /** Greatest width and height that the object may be given while printing; 0: no limit. */
  maxWidth = 0;
  maxHeight = 0;
  /** The texts to restore after the row, and how a picture fits its size; other changes by a script last for all later rows. */
  private savedContents: {
    readonly text: string;
    readonly ownText: string | undefined;
    readonly sizeMode: string | undefined;
  }[] = [];

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
    const { text, ownText, changes } = this;
    this.savedContents.push({ text, ownText, sizeMode: changes?.get('SizeMode') });
  }

  override restore(): void {
    super.restore();
    const state = this.savedContents.pop();
    if (state) {
      this.text = state.text;
      this.ownText = state.ownText;
      if (this.changes?.get('SizeMode') !== state.sizeMode) {
        const { SizeMode: _, ...others } = Object.fromEntries(this.changes ?? []);
        this.changes = new Map(
          Object.entries(state.sizeMode === undefined ? others : { ...others, SizeMode: state.sizeMode }),
        );
      }
    }
    // The size in the template may exceed the limits; they apply from the second printing on.
    if (this.maxWidth > 0) this.width = super.width;
    if (this.maxHeight > 0) this.height = super.height;
  }

  override copy(): this {
    const copied = super.copy();
    copied.savedContents = [];
    return copied;
  }
}
