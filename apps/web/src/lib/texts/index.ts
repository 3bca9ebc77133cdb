/**
 * Every text a user reads, by key, so that another language can be added (product decision 36). Texts of the administration only are in
 * `administration.ts`, outside the first load of inspectors.
 */
import { desktopTexts } from './desktop.ts';
import { en } from './en.ts';
import { inspectingTexts } from './inspecting.ts';
import { mediaTexts } from './media.ts';
import { translator } from './translate.ts';

/** Texts of all screens except the administration. */
export const texts = { ...en, ...desktopTexts, ...inspectingTexts, ...mediaTexts };

/** The name of a text. */
export type TextKey = keyof typeof texts;

/** Returns a text of the catalogue. */
export const t = translator<TextKey>(texts);
