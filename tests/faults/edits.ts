/** Random edits of a rig's items, and the traces that must be found afterwards. */
import { randomBytes } from 'node:crypto';
import { CONDITIONS, FILE_BYTES } from '@holdfast/contract';
import type { Call } from '@holdfast/contract/client';
import { tinyPhoto } from '@holdfast/core/testing';
import { derivedId, uuidV7 } from '@holdfast/sync';
import { pickOne, type Prng } from '@holdfast/sync/testing';

/** Trace of an edit: its place in the log or among the changes set aside. */
export type Trace =
  /** A unique value is in the change of some row. */
  | { kind: 'word'; word: string }
  /** A column of a row was given this value. */
  | { kind: 'value'; table: string; id: string; column: string; value: string | null }
  /** A row was made. */
  | { kind: 'made'; table: string; id: string }
  /** A row was deleted. */
  | { kind: 'gone'; table: string; id: string };

/** Records that can be edited, shared by all editors. */
export interface Services {
  installationId: string;
  installationInspectionId: string;
  itemTypeId: string;
  /** Questions answered with text: one of the item, one of the inspection. */
  questions: { ofItem: string; inInspection: string };
  /** Items created by the editors, the newest last; only these few are edited, so that edits meet. */
  items: string[];
  /** Notes, photos and files, by the item they belong to. */
  notes: Made[];
  images: Made[];
  files: Made[];
}

interface Made {
  id: string;
  itemId: string;
}

/** One edit under way. */
interface Hand {
  call: Call;
  services: Services;
  random: Prng;
  /** Returns a unique word. */
  word(): string;
}

/** Number of the newest records that are edited. */
const NEWEST = 8;
/** Number of tags: few, so that two users put one on different items. */
const TAGS = ['300833B2DDD9014000000001', '300833B2DDD9014000000002', '300833B2DDD9014000000003'];

function newest<T>(list: readonly T[], random: Prng): T | undefined {
  return list.length === 0 ? undefined : pickOne(random, list.slice(-NEWEST));
}

const newId = (): string => uuidV7(Date.now(), randomBytes(10));

/** Makes the edit. @returns its traces; undefined when it leaves none, because moving and restoring may change nothing */
type Edit = (hand: Hand) => Promise<Trace[] | undefined>;

const place = ({ services: { installationInspectionId } }: Hand, itemId: string) => ({
  installationInspectionId,
  itemId,
});

const itemOf = ({ services, random }: Hand): string => newest(services.items, random)!;

/** Edits one of the newest records of a kind, if there is one. */
function withNewest(
  kind: 'notes' | 'images' | 'files',
  work: (hand: Hand, made: Made) => Promise<Trace[] | undefined>,
): Edit {
  return async (hand) => {
    const made = newest(hand.services[kind], hand.random);
    return made === undefined ? undefined : work(hand, made);
  };
}

const edits: Record<string, { share: number; edit: Edit }> = {
  condition: {
    share: 6,
    async edit(hand) {
      const itemId = itemOf(hand);
      const conditionId = pickOne(hand.random, [null, ...Object.values(CONDITIONS).map(({ id }) => id)]);
      const { id } = await hand.call('setCondition', { ...place(hand, itemId), conditionId });
      return [{ kind: 'value', table: 'installationInspectionItem', id, column: 'conditionId', value: conditionId }];
    },
  },
  name: {
    share: 4,
    async edit(hand) {
      const name = hand.word();
      await hand.call('setItemName', { itemId: itemOf(hand), name });
      return [{ kind: 'word', word: name }];
    },
  },
  answer: {
    share: 5,
    async edit(hand) {
      const value = hand.word();
      const given = { value, displayValue: value, parentFieldOptionId: null };
      const itemId = itemOf(hand);
      const { ofItem, inInspection } = hand.services.questions;
      if (hand.random() < 0.5) await hand.call('saveItemField', { itemId, fieldId: ofItem, ...given });
      else
        await hand.call('saveInstallationInspectionItemField', {
          ...place(hand, itemId),
          fieldId: inInspection,
          ...given,
        });
      return [{ kind: 'word', word: value }];
    },
  },
  note: {
    share: 4,
    async edit(hand) {
      const [id, content, itemId] = [newId(), hand.word(), itemOf(hand)];
      await hand.call('addNoteToInstallationInspectionItem', { ...place(hand, itemId), content, id });
      hand.services.notes.push({ id, itemId });
      return [
        { kind: 'word', word: content },
        { kind: 'made', table: 'note', id },
      ];
    },
  },
  noteOff: {
    share: 1,
    edit: withNewest('notes', async (hand, { id, itemId }) => {
      const installationInspectionItemId = memberOf(hand, itemId);
      await hand.call('removeNoteFromInstallationInspectionItem', { installationInspectionItemId, noteId: id });
      return [{ kind: 'gone', table: 'note', id }];
    }),
  },
  item: {
    share: 2,
    async edit(hand) {
      const [id, name] = [newId(), hand.word()];
      const { installationInspectionId, itemTypeId, items } = hand.services;
      const parentItemId = hand.random() < 0.5 ? null : itemOf(hand);
      await hand.call('newItem', { installationInspectionId, itemTypeId, parentItemId, name, id });
      items.push(id);
      return [
        { kind: 'word', word: name },
        { kind: 'made', table: 'item', id },
      ];
    },
  },
  move: {
    share: 2,
    async edit(hand) {
      const [itemId, newParentId] = [itemOf(hand), hand.random() < 0.3 ? null : itemOf(hand)];
      await hand.call('setParentItem', { installationId: hand.services.installationId, itemId, newParentId });
      return undefined;
    },
  },
  tag: {
    share: 1,
    async edit(hand) {
      const [itemId, tag] = [itemOf(hand), pickOne(hand.random, TAGS)];
      await hand.call('setTag', { itemId, tag, tagKind: 'epc', move: hand.random() < 0.5 });
      return [{ kind: 'value', table: 'item', id: itemId, column: 'tag', value: tag }];
    },
  },
  photo: {
    share: 3,
    async edit(hand) {
      const [id, itemId, filename] = [newId(), itemOf(hand), `${hand.word()}.png`];
      const base64Image = tinyPhoto(Math.floor(hand.random() * 2 ** 31));
      await hand.call('addImageToInstallationInspectionItem', { ...place(hand, itemId), filename, base64Image, id });
      hand.services.images.push({ id, itemId });
      return [{ kind: 'made', table: 'image', id }];
    },
  },
  photoOff: {
    share: 1,
    edit: withNewest('images', async (hand, { id, itemId }) => {
      const installationInspectionItemId = memberOf(hand, itemId);
      await hand.call('removeImageFromInstallationInspectionItem', { installationInspectionItemId, imageId: id });
      return [{ kind: 'gone', table: 'image', id }];
    }),
  },
  photoBack: {
    share: 1,
    edit: withNewest('images', async (hand, { id, itemId }) => {
      const installationInspectionItemId = memberOf(hand, itemId);
      await hand.call('restoreImageToInstallationInspectionItem', { installationInspectionItemId, imageId: id });
      return undefined;
    }),
  },
  file: {
    share: 2,
    async edit(hand) {
      const [id, itemId] = [newId(), itemOf(hand)];
      const size = Math.min(FILE_BYTES, hand.random() < 0.1 ? 1_600_000 : Math.ceil(hand.random() * 60_000));
      const base64File = randomBytes(size).toString('base64');
      await hand.call('addFileToItem', { itemId, filename: `${hand.word()}.bin`, base64File, id });
      hand.services.files.push({ id, itemId });
      return [{ kind: 'made', table: 'file', id }];
    },
  },
  fileOff: {
    share: 1,
    edit: withNewest('files', async (hand, { id, itemId }) => {
      await hand.call('removeFileFromItem', { itemId, fileId: id });
      return [{ kind: 'gone', table: 'file', id }];
    }),
  },
  itemOff: {
    share: 1,
    async edit(hand) {
      const itemId = itemOf(hand);
      await hand.call('deleteItem', place(hand, itemId));
      return [{ kind: 'gone', table: 'installationInspectionItem', id: memberOf(hand, itemId) }];
    },
  },
  itemBack: {
    share: 2,
    async edit(hand) {
      const itemId = itemOf(hand);
      await hand.call('restoreItem', place(hand, itemId));
      return undefined;
    },
  },
};

const drawn = Object.entries(edits).flatMap(([name, { share }]) => Array.from({ length: share }, () => name));

function memberOf({ services }: Hand, itemId: string): string {
  return derivedId(services.installationInspectionId, itemId);
}

/** Draws the next edit of a user. */
export function drawEdit(random: Prng): { name: string; edit: Edit } {
  const name = pickOne(random, drawn);
  return { name, edit: edits[name]!.edit };
}
