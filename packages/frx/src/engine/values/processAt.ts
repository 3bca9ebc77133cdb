import type { PlacedObject } from '../../page.ts';
import type { ProcessAt, ReportObject } from '../build/components.ts';
import { ChildBand, DataBand } from '../bands/reportBands.ts';
import type { EngineEvent, Run } from '../run.ts';
import type { PendingText, Sheet } from '../state.ts';
import { fillText } from '../fitting/texts.ts';
import { noteCalculated } from '../pages/prepared.ts';

/** Registers a text to be calculated at its ProcessAt. */
export function addPending(run: Run, text: PendingText): void {
  const list = run.pending.get(text.processAt);
  if (list) list.push(text);
  else run.pending.set(text.processAt, [text]);
  text.sheet.waiting.add(text);
}

/** Value of ProcessAt whose texts are calculated at each event. */
const awaited: Readonly<Record<EngineEvent, ProcessAt>> = {
  ReportFinished: 'ReportFinished',
  ReportPageFinished: 'ReportPageFinished',
  PageFinished: 'PageFinished',
  ColumnFinished: 'ColumnFinished',
  BlockFinished: 'DataFinished',
  GroupFinished: 'GroupFinished',
};

/** Calculates the texts that are due at an event. */
export function engineEvent(run: Run, sender: ReportObject | undefined, event: EngineEvent): void {
  calculateWhere(run, awaited[event], (text) => isDue(text, sender));
}

/** Implements `Engine.ProcessObject(Text1)`: calculates the waiting texts of an object. */
export function processObject(run: Run, name: string): void {
  for (const processAt of run.pending.keys()) calculateWhere(run, processAt, ({ object }) => object.name === name);
}

function calculateWhere(run: Run, processAt: ProcessAt, due: (text: PendingText) => boolean): void {
  const waiting = run.pending.get(processAt);
  if (!waiting || waiting.length === 0) return;
  const left: PendingText[] = [];
  run.pending.set(processAt, left);
  for (const text of waiting) {
    if (due(text)) calculateNow(run, text);
    else left.push(text);
  }
}

/** Moves the waiting texts of kept bands to the sheet to which the bands have moved. */
export function movePending(run: Run, bands: readonly PlacedObject[], from: Sheet, to: Sheet): void {
  if (from.waiting.size === 0 || from === to) return;
  const moved = new Set(bands);
  for (const text of from.waiting) {
    if (!moved.has(text.band)) continue;
    text.sheet = to;
    from.waiting.delete(text);
    to.waiting.add(text);
  }
  noteCalculated(run.prepared, from);
}

function isDue({ processAt, templateBand }: PendingText, sender: ReportObject | undefined): boolean {
  if (processAt !== 'DataFinished' && processAt !== 'GroupFinished') return true;
  const top = templateBand instanceof ChildBand ? templateBand.topBand : templateBand;
  if (processAt === 'GroupFinished') return sender === top;
  if (!top) return false;
  if (top.type === 'DataHeaderBand') return top.parent === sender;
  return !(top instanceof DataBand) || sender?.parent === top;
}

function calculateNow(run: Run, text: PendingText): void {
  const { object, placed } = text;
  if (object.isPrinting) {
    // The reference keeps one saved state for each object, which this calculation overwrites: the text of the row being printed becomes
    // permanent.
    if (object.content)
      run.warn({
        message: `${object.name} shows the same text from here on: ProcessAt calculates it while a row with it is being printed.`,
        object: object.name,
        line: object.source.line,
      });
    object.content = undefined;
    object.keepState();
  }
  object.save();
  fillText(run, object);
  const style = placed.text?.style ?? object.style;
  placed.text = { text: object.text, style: { ...style, fill: object.style.fill } };
  placed.fill = object.fill;
  object.restore();
  text.sheet.waiting.delete(text);
  noteCalculated(run.prepared, text.sheet);
}
