/** Texts of the photo workbench, with those of all screens. They are outside the first load. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const workbenchTexts = {
  'photos.hint.arrow': 'Drag from the tail of the arrow to its head.',
  'photos.hint.blur': 'Drag over what must not be recognised.',
  'photos.hint.circle': 'Drag over what the circle encloses.',
  'photos.hint.crop': 'Drag over the part to keep.',
  'photos.hint.keys': 'By keyboard: Enter adds, the arrow keys move, Delete removes the last mark.',
  'photos.hint.text': 'Type the text, then tap its place.',
  'photos.reset': 'Remove all edits',
  'photos.stage': 'Photo to edit',
  'photos.tool.arrow': 'Arrow',
  'photos.tool.blur': 'Blur',
  'photos.tool.circle': 'Circle',
  'photos.tool.crop': 'Crop',
  'photos.tool.text': 'Text',
  'photos.tools': 'Tool',
  'photos.turnLeft': 'Rotate left',
  'photos.turnRight': 'Rotate right',
  'photos.undo': 'Undo',
  'photos.words': 'Text on the photo',
  'photos.wordsFirst': 'Type the text first, then tap where it goes.',
} as const;

const all = { ...texts, ...workbenchTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);
