/** Reasons why a button of the inspectors' screens cannot be used; loaded with these screens. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

/** Reasons why a button cannot be used, and what to do. */
export const reasonTexts = {
  'reason.any': 'Select at least one first.',
  'reason.code': 'Enter the code first.',
  'reason.dates': 'Choose both dates first.',
  'reason.field': 'Choose a field first.',
  'reason.fieldEmpty': 'Fill in the field first.',
  'reason.items': 'Select at least one item first.',
  'reason.firstPhoto': 'This is the first photo.',
  'reason.itemType': 'Choose an item type first.',
  'reason.lastItem': 'This is the last item of the list.',
  'reason.lastPhoto': 'This is the last photo.',
  'reason.location': 'Choose a location first.',
  'reason.largestPhoto': 'The photo cannot be enlarged further.',
  'reason.noMatches': 'No item can be selected here. Change the search or the item types.',
  'reason.note': 'Write the note first.',
  'reason.nothingToUndo': 'There is no change to undo.',
  'reason.photoUnchanged': 'Edit the photo first.',
  'reason.photoOriginal': 'The photo is as it was taken.',
  'reason.place': 'Enter a latitude and a longitude first.',
  'reason.readerNotReady': 'The reader is not ready yet.',
  'reason.required': 'Fill in every field first.',
  'reason.saving': 'The last change is still being saved.',
  'reason.sending': 'A change is being sent.',
  'reason.synchronising': 'A synchronisation is running.',
  'reason.tag': 'Enter the number of the tag first.',
  'reason.text': 'Write a text first.',
  'reason.viewName': 'Enter a name for the view first.',
  'reason.wholePhoto': 'The whole photo is shown.',
} as const;

const all = { ...texts, ...reasonTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);
