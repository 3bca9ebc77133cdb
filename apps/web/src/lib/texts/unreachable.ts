/** Texts of the screen without a connection, with those of all screens. They are outside the first load. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const unreachableTexts = {
  'unreachable.kept': {
    one: 'It is kept in this browser and will be sent as soon as the server can be reached.',
    other: 'They are kept in this browser and will be sent as soon as the server can be reached.',
  },
  'unreachable.text': 'The server cannot be reached. You are still signed in.',
  'unreachable.title': 'No connection',
  'unreachable.trying': 'Holdfast opens by itself when the connection is back.',
} as const;

const all = { ...texts, ...unreachableTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);
