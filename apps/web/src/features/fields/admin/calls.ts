/** Deleting a field and changing its images return false on failure instead of throwing (ERRS-03). */
import type { InputOf, Operations } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { call } from '../../../lib/calls/api.ts';

/** Deletes a question. */
export function deleteField(id: string): Promise<boolean> {
  return worked(call('deleteField', { id }));
}

/** Adds a picture that explains a question. */
export function addFieldImage(input: InputOf<Operations['addFieldImage']>): Promise<boolean> {
  return worked(call('addFieldImage', input));
}

/** Removes a picture from a question. */
export function removeFieldImage(id: string, imageId: string): Promise<boolean> {
  return worked(call('removeFieldImage', { id, imageId }));
}

async function worked(calling: Promise<unknown>): Promise<boolean> {
  try {
    await calling;
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}
