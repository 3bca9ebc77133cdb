import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { openInspections } from './queries.ts';

/** Unfinished inspections of every company. */
export const getOpenInspections = handler(contract.getOpenInspections, {
  reach: 'everywhere',
  commit: ({ db, now }) => openInspections(db, now),
});
