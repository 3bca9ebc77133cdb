/** Reasons why a button of the inspectors' screens cannot be used; loaded with these screens. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

/** Reasons why a button cannot be used, and what to do. */
export const reasonTexts = {
  'reason.any': 'Select at least one first.',
  'reason.dates': 'Choose both dates first.',
  'reason.field': 'Choose a question first.',
  'reason.fieldEmpty': 'Answer the question first.',
  'reason.items': 'Select at least one item first.',
  'reason.itemType': 'Choose an item type first.',
  'reason.lastItem': 'This is the last item of the list.',
  'reason.location': 'Choose a location first.',
  'reason.noMatches': 'No item can be selected here. Change the search or the item types.',
  'reason.note': 'Write the note first.',
  'reason.photoUnchanged': 'Edit the photo first.',
  'reason.photoOriginal': 'The photo is as it was taken.',
  'reason.place': 'Enter a latitude and a longitude first.',
  'reason.saving': 'The last change is still being saved.',
  'reason.tag': 'Enter the number of the tag first.',
  'reason.viewName': 'Enter a name for the view first.',
} as const;

const all = { ...texts, ...reasonTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);
