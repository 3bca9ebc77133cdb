/** Texts about an item that was not loaded before the connection was lost; loaded with the screen of an item. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const unreadItemTexts = {
  'unread.title': 'This item was not loaded before the connection was lost',
  'unread.hint':
    'Its answers, photos and notes will appear when the connection is back. You can already set its condition, take photos and add notes: they will be sent then.',
  'unread.hintViewer': 'Its answers, photos and notes will appear when the connection is back.',
} as const;

const all = { ...texts, ...unreadItemTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);
