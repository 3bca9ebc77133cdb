/** Texts of coordinates, with those of all screens. They are outside the first load. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const coordinateTexts = {
  'coordinates.needed': 'Required.',
  'coordinates.otherAxis.latitude': 'E and W belong to the longitude. Enter a latitude, as 58.35 N.',
  'coordinates.otherAxis.longitude': 'N and S belong to the latitude. Enter a longitude, as 1.2 W.',
  'coordinates.outOfRange': 'Must be between -{limit} and {limit}.',
  'coordinates.pair': 'These are two coordinates. Both fields are filled in when you leave this one.',
  'coordinates.read': '= {degrees}',
  'coordinates.unread.latitude': 'This is no coordinate. Enter it as 58.35, 58.35 N or 58°21.5′ N.',
  'coordinates.unread.longitude': 'This is no coordinate. Enter it as -1.2, 1.2 W or 1°12′ W.',
};

const all = { ...texts, ...coordinateTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);
