/** Texts of sweeps with an RFID reader, with those of all screens. They are outside the first load. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const sweepTexts = {
  'sweep.all': 'Whole inspection',
  'sweep.complete': 'Every expected tag has been read.',
  'sweep.counted': '{outcome} ({count})',
  'sweep.delete': 'Delete',
  'sweep.deleted': 'Sweep deleted',
  'sweep.deleteFailed': 'The sweep could not be deleted',
  'sweep.discard': 'Discard',
  'sweep.discardQuestion': {
    one: 'The tag that was read is not saved. Do you want to discard this sweep?',
    other: 'The {count} tags that were read are not saved. Do you want to discard this sweep?',
  },
  'sweep.empty.found': 'No item has been found yet',
  'sweep.empty.missing': 'No item is missing',
  'sweep.empty.unexpected': 'No unexpected tag was read',
  'sweep.empty.untagged': 'Every item has a tag',
  'sweep.failed': 'The sweeps could not be loaded',
  'sweep.finish': 'Finish and save',
  'sweep.found': 'Found',
  'sweep.foundOf': '{found} of {expected} found',
  'sweep.hint': 'Choose a location, then walk through it while holding the trigger of your RFID reader.',
  'sweep.last': 'Last: {name}',
  'sweep.location': 'Where',
  'sweep.mark': { one: 'For the item shown', other: 'For the {count} items shown' },
  'sweep.missing': 'Missing',
  'sweep.noReader': 'No RFID reader is connected.',
  'sweep.none': 'No sweep has been saved yet',
  'sweep.noneHint': 'A sweep records which tagged items of this inspection were found.',
  'sweep.nothingToFind': 'No item here has a tag. Attach tags to items first.',
  'sweep.print': 'Print',
  'sweep.result': 'Result',
  'sweep.ready': '{reader}: hold the trigger, or start scanning.',
  'sweep.scan': 'Start scanning',
  'sweep.scanning': '{reader} is scanning.',
  'sweep.saved': 'Saved sweeps',
  'sweep.saveFailed': 'The sweep could not be saved. Nothing that was read is lost.',
  'sweep.back': 'All sweeps',
  'sweep.seenAt': 'Read at',
  'sweep.show': 'Show',
  'sweep.sound': 'Sound',
  'sweep.start': 'Start sweep',
  'sweep.stop': 'Stop scanning',
  'sweep.summary': '{found} found, {missing} missing, {unexpected} unexpected',
  'sweep.tag': 'Tag',
  'sweep.tagAdd': 'Add',
  'sweep.tagInvalid': 'A tag number has hexadecimal digits in groups of four.',
  'sweep.tagTyped': 'Tag number, typed',
  'sweep.unexpected': 'Unexpected',
  'sweep.unknownTag': 'Unknown tag',
  'sweep.untagged': 'No tag',
  'sweep.where': '{place}, {user}',
} as const;

const all = { ...texts, ...sweepTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);
