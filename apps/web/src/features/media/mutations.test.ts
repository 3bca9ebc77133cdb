import type { ItemImage } from '@holdfast/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Save } from '../../lib/outbox/index.ts';
import { type Cached, cached } from '../../lib/testing/cached.ts';
import { t } from '../../lib/texts/index.ts';
import {
  mediaSaves,
  saveOfCaption,
  saveOfEdit,
  saveOfFile,
  saveOfFilePlace,
  saveOfOrder,
  saveOfPhoto,
  saveOfPhotoPlace,
  withFileSaves,
  withPhotoSaves,
} from './mutations.ts';

const item = { installationInspectionId: 'drops', itemId: 'rail' };
const image = (id: string, caption = ''): ItemImage => ({ id, caption, edit: null }) as ItemImage;
const ids = (list: readonly { id: string }[] | undefined): string[] | undefined => list?.map(({ id }) => id);
const save = (operation: Save['operation'], input: object, content: object | null = null): Save =>
  ({ key: operation, operation, input, content }) as unknown as Save;

let known: Cached;
const IMAGES = 'getImagesForInstallationInspectionItem';
const FILES = 'getFilesForItem';
const images = (): string[] | undefined => ids(known.get(IMAGES, item));
const files = (): string[] | undefined => ids(known.get(FILES, { itemId: 'rail' }));
/** Applies the answer to a save to what is cached. */
function answered(name: keyof typeof mediaSaves, input: object, answer: unknown = null): void {
  const { saved } = mediaSaves[name] as { saved(cache: unknown, input: object, answer: unknown): void };
  saved(known.cache, input, answer);
}

beforeEach(() => {
  known = cached();
  known.put(IMAGES, item, [image('a'), image('b')]);
  known.put(IMAGES, { ...item, itemId: 'hook' }, [image('c')]);
  known.put(FILES, { itemId: 'rail' }, [{ id: 'f' }, { id: 'g' }]);
  for (const name of [
    'getOtherImagesByInstallationInspectionItem',
    'getOtherFilesByInstallationInspectionItem',
  ] as const)
    known.put(name, { installationInspectionItemId: 'member' } as never, []);
  known.put('getItemsForInstallationInspection', { installationInspectionId: 'drops' }, []);
  known.put('getAuditLogsForInstallationInspectionAndItem', item, []);
});

const PHOTO_READS = [
  'getAuditLogsForInstallationInspectionAndItem',
  'getItemsForInstallationInspection',
  'getOtherImagesByInstallationInspectionItem',
];
const FILE_READS = ['getAuditLogsForInstallationInspectionAndItem', 'getOtherFilesByInstallationInspectionItem'];

describe('a saved photo', () => {
  it('is the last of its item, also when it is known already', () => {
    answered('addImageToInstallationInspectionItem', item, image('d'));
    expect(images()).toEqual(['a', 'b', 'd']);
    answered('addImageToInstallationInspectionItem', item, image('a', 'again'));
    expect(images()).toEqual(['b', 'd', 'a']);
    expect(known.stale()).toEqual(PHOTO_READS);
  });

  it('that is removed is left out of every list, and read again when it is restored', () => {
    answered('removeImageFromInstallationInspectionItem', { imageId: 'a' });
    expect(images()).toEqual(['b']);
    expect(known.stale()).toEqual(PHOTO_READS);
    answered('restoreImageToInstallationInspectionItem', { imageId: 'a' });
    expect(known.stale()).toEqual([
      'getAuditLogsForInstallationInspectionAndItem',
      IMAGES,
      IMAGES,
      'getItemsForInstallationInspection',
      'getOtherImagesByInstallationInspectionItem',
    ]);
  });

  it.each(['setImageCaption', 'setImageEdit'] as const)('replaces the one before %s', (name) => {
    answered(name, {}, image('b', 'rusty'));
    expect(known.get(IMAGES, item)).toEqual([image('a'), image('b', 'rusty')]);
    expect(known.get(IMAGES, { ...item, itemId: 'hook' })).toEqual([image('c')]);
    expect(known.stale()).toEqual(['getAuditLogsForInstallationInspectionAndItem']);
  });

  it('is ordered in its own list alone', () => {
    answered('orderImages', {}, [image('b'), image('a')]);
    expect(images()).toEqual(['b', 'a']);
    expect(ids(known.get(IMAGES, { ...item, itemId: 'hook' }))).toEqual(['c']);
    answered('orderImages', {}, []);
    expect(images()).toEqual(['b', 'a']);
  });
});

describe('a saved file', () => {
  it('is the first of its item, also when it is known already', () => {
    answered('addFileToItem', { itemId: 'rail' }, { id: 'h' });
    answered('addFileToItem', { itemId: 'rail' }, { id: 'g' });
    expect(files()).toEqual(['g', 'h', 'f']);
    expect(known.stale()).toEqual(FILE_READS);
  });

  it('that is removed is left out, and read again when it is restored', () => {
    answered('removeFileFromItem', { itemId: 'rail', fileId: 'f' });
    expect(files()).toEqual(['g']);
    expect(known.stale()).toEqual(FILE_READS);
    answered('restoreFileToItem', {});
    expect(known.stale()).toEqual([FILE_READS[0], FILES, FILE_READS[1]]);
  });
});

describe('the save of a photo or file', () => {
  it('names what is saved', () => {
    const file = new File(['x'], 'rail.jpg');
    const photo = saveOfPhoto(item, file);
    const { id } = photo.input as { id: string };
    expect(photo).toEqual({
      operation: 'addImageToInstallationInspectionItem',
      input: { ...item, filename: 'rail.jpg', id },
      content: { bytes: file },
      subject: `photo:${id}`,
      about: t('photos.about', { file: 'rail.jpg' }),
      row: id,
      ifMatch: null,
    });
    const sent = saveOfFile('rail', file);
    expect(sent).toMatchObject({ subject: `file:${sent.row}`, about: t('files.about', { file: 'rail.jpg' }) });
    expect(saveOfPhotoPlace('removeImageFromInstallationInspectionItem', 'm', 'a').about).toBe(
      t('photos.aboutRemoval'),
    );
    expect(saveOfPhotoPlace('restoreImageToInstallationInspectionItem', 'm', 'a')).toMatchObject({
      subject: 'photoPlace:a',
      about: t('photos.aboutRestoring'),
    });
    expect(saveOfFilePlace('removeFileFromItem', 'rail', 'f').about).toBe(t('files.aboutRemoval'));
    expect(saveOfFilePlace('restoreFileToItem', 'rail', 'f')).toMatchObject({
      subject: 'filePlace:f',
      about: t('files.aboutRestoring'),
    });
    expect(saveOfCaption('m', 'a', 'rusty')).toMatchObject({ subject: 'photoCaption:a', words: 'rusty', row: 'a' });
    expect(saveOfEdit('m', 'a', null)).toMatchObject({ subject: 'photoEdit:a', row: 'a' });
    expect(saveOfOrder('m', ['b', 'a'])).toMatchObject({ subject: 'photoOrder:m', row: 'm' });
  });
});

describe('photos with unsent changes', () => {
  const three = [image('a'), image('b'), image('c')];

  it('show captions, edits, order and removals', () => {
    const edit = { rotation: 90 } as unknown as ItemImage['edit'];
    const saves = [
      save('setImageCaption', { imageId: 'a', caption: 'rusty' }),
      save('setImageEdit', { imageId: 'c', edit }),
      save('removeImageFromInstallationInspectionItem', { imageId: 'b' }),
      save('orderImages', { imageIds: ['c'] }),
    ];
    const { images: shown } = withPhotoSaves(three, saves, item);
    expect(shown).toEqual([{ ...image('c'), edit }, image('a', 'rusty')]);
    expect(ids(withPhotoSaves(three, [save('orderImages', { imageIds: ['c', 'b'] })], item).images)).toEqual([
      'c',
      'b',
      'a',
    ]);
    expect(withPhotoSaves(three, [save('orderImages', { imageIds: ['x'] })], item).images).toEqual(three);
  });

  it('include those of the item that are being sent', () => {
    const bytes = new Blob(['x']);
    const sending = (id: string | undefined, of: object = item, content: object | null = { bytes }): Save =>
      save('addImageToInstallationInspectionItem', { ...of, filename: `${id}.jpg`, id }, content);
    const saves = [
      sending('new'),
      sending('elsewhere', { ...item, itemId: 'hook' }),
      sending('later', { ...item, installationInspectionId: 'lifts' }),
      sending('a'),
      sending('empty', item, null),
      sending(undefined),
    ];
    const { sending: shown } = withPhotoSaves(three, saves, item);
    expect(shown).toEqual([{ id: 'new', filename: 'new.jpg', bytes, save: saves[0] }]);
  });
});

describe('files with unsent changes', () => {
  it('leave out removed ones and include those of the item that are being sent', () => {
    const bytes = new Blob(['x']);
    const saves = [
      save('removeFileFromItem', { fileId: 'f' }),
      save('addFileToItem', { itemId: 'rail', id: 'h', filename: 'h.pdf' }, { bytes }),
      save('addFileToItem', { itemId: 'hook', id: 'i', filename: 'i.pdf' }, { bytes }),
    ];
    const { files: shown, sending } = withFileSaves([{ id: 'f' }, { id: 'g' }] as never, saves, 'rail');
    expect([ids(shown), ids(sending)]).toEqual([['g'], ['h']]);
  });
});
