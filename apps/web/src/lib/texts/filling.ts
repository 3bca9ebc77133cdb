/** Texts of choosing the items of an inspection; loaded with its dialogs. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

/** Texts of choosing the items of an inspection. */
export const fillingTexts = {
  'fill.added': { one: '{count} item added', other: '{count} items added' },
  'fill.all': { one: 'Select {count} item', other: 'Select all {count} items' },
  'fill.choose': 'Choose items',
  'fill.chooseHint': {
    one: 'In addition to {count} default item or question of this inspection type',
    other: 'In addition to {count} default items and questions of this inspection type',
  },
  'fill.chosen': { one: '{count} item selected', other: '{count} items selected' },
  'fill.count': '{count} of {total}',
  'fill.defaults': 'Default items only',
  'fill.dates': 'From today for one week',
  'fill.empty': 'No items yet',
  'fill.everyType': 'All item types',
  'fill.failed': 'The inspection was created, but the items could not be added',
  'fill.lastTime': 'As last time: {contents}, {dates}',
  'fill.items': { one: '{count} item', other: '{count} items' },
  'fill.questions': { one: '{items} and {count} question', other: '{items} and {count} questions' },
  'fill.lastTimeLoading': 'As last time, {dates}',
  'fill.noItems': 'This installation has no items yet. Add them in the inspection with New Item.',
  'fill.none': 'Clear selection',
  'fill.title': 'Items to inspect',
  'fill.type': '{type} ({count})',
  'fill.types': 'Item types',

  'inspections.create': 'Create Inspection',
  'inspections.createNeeds': 'Still needed: {missing}.',
  'inspections.type': 'Inspection',
  'items.add': 'Add',
  'items.addTitle': 'Add a New Item',
  'items.byType': 'By item type',
  'items.fromInstallation': 'From the installation',
  'items.present': 'This item already exists on the current inspection',
} as const;

const all = { ...texts, ...fillingTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);
