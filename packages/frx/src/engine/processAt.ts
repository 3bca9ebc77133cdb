import type { PendingText } from './state.ts';

import { type ReportObject } from './components.ts';
import { ChildBand, DataBand } from './reportBands.ts';
import type { EngineEvent, Run } from './run.ts';
import { fillText } from './texts.ts';

/** Calculates the texts that wait for this event. */
export function engineEvent(run: Run, sender: ReportObject | undefined, event: EngineEvent): void {
  if (run.pending.length === 0) return;
  const waiting = run.pending;
  run.pending = waiting.filter((text) => {
    if (!isDue(text, sender, event)) return true;
    calculateNow(run, text);
    return false;
  });
}

/** `Engine.ProcessObject(Text1)`: calculates the texts made from this object. */
export function processObject(run: Run, name: string): void {
  run.pending = run.pending.filter((text) => {
    if (text.object.name !== name) return true;
    calculateNow(run, text);
    return false;
  });
}

function isDue(text: PendingText, sender: ReportObject | undefined, event: EngineEvent): boolean {
  const { processAt, templateBand } = text;
  if (processAt === 'DataFinished') {
    if (event !== 'BlockFinished' || !templateBand) return false;
    const top = templateBand instanceof ChildBand ? templateBand.topBand : templateBand;
    if (top.type === 'DataHeaderBand') return top.parent === sender;
    return !(top instanceof DataBand) || sender?.parent === top;
  }
  if (processAt === 'GroupFinished') {
    const top = templateBand instanceof ChildBand ? templateBand.topBand : templateBand;
    return event === 'GroupFinished' && sender === top;
  }
  return processAt === event;
}

function calculateNow(run: Run, text: PendingText): void {
  const { object, placed } = text;
  object.save();
  fillText(run, object);
  placed.text = { text: object.text, style: object.style };
  placed.fill = object.fill;
  object.restore();
}
