// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, type DragEvent } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { heldOutbox, provided } from '../../lib/testing/providers.ts';
import { t } from '../../lib/texts/index.ts';
import { useDrop, useFileIntake, usePastedPictures, usePhotoIntake } from './useIntake.ts';

const fileOf = (name: string, type: string, size: number): File => new File(['x'.repeat(size)], name, { type });
beforeEach(() => {
  vi.spyOn(notifications, 'show').mockReturnValue('');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const titles = (): unknown[] => vi.mocked(notifications.show).mock.calls.map(([{ title }]) => title);

/** Mounts an intake; without limits, the server has not been asked yet. */
async function intake<T>(use: () => T, limits?: { imageBytes: number; fileBytes: number }) {
  const known = cached();
  if (limits !== undefined) known.put('getInstance', {}, { uploadLimits: limits });
  const { outbox, added } = heldOutbox();
  const { now } = await mounted(use, undefined, provided(known.cache, outbox));
  return { now, names: () => added.map(({ content }) => (content!.bytes as File).name) };
}

describe('adding photos and files', () => {
  const photos = () => usePhotoIntake({ installationInspectionId: 'drops', itemId: 'rail' });

  it('takes pictures up to the limit, and shows why another one is not taken', async () => {
    const { now, names } = await intake(photos, { imageBytes: 10, fileBytes: 1 });
    now([
      fileOf('ten.png', 'image/png', 10),
      fileOf('eleven.png', 'image/png', 11),
      fileOf('text.txt', 'text/plain', 1),
      fileOf('jpeg.jpg', 'image/jpeg', 2),
    ]);
    expect(names()).toEqual(['ten.png', 'jpeg.jpg']);
    expect(titles()).toEqual([
      t('photos.tooLarge', { file: 'eleven.png' }),
      t('photos.notAPicture', { file: 'text.txt' }),
    ]);
  });

  it('takes files of any type up to their own limit', async () => {
    const { now, names } = await intake(() => useFileIntake('rail'), { imageBytes: 1, fileBytes: 10 });
    now([fileOf('a.pdf', 'application/pdf', 10), fileOf('b.pdf', '', 11)]);
    expect(names()).toEqual(['a.pdf']);
    expect(titles()).toEqual([t('photos.tooLarge', { file: 'b.pdf' })]);
  });

  it('takes everything while the limits are unknown', async () => {
    const { now, names } = await intake(photos);
    now([fileOf('large.png', 'image/png', 5_000)]);
    expect(names()).toEqual(['large.png']);
  });
});

describe('a panel onto which files are dropped', () => {
  const dropping = async (enabled = true) => {
    const got: string[] = [];
    const hook = await mounted(
      (on: boolean) => useDrop((files) => void got.push(...files.map(({ name }) => name)), on),
      enabled,
    );
    return { hook, got };
  };
  const drag = (rest: object) =>
    ({ preventDefault: vi.fn(), ...rest }) as unknown as DragEvent & { preventDefault: () => void };

  it('is marked while files are over it, and takes them', async () => {
    const { hook, got } = await dropping();
    const { handlers } = hook.now;
    const text = drag({ dataTransfer: { types: ['text/plain'] } });
    await act(async () => handlers.onDragOver?.(text));
    expect([hook.now.isOver, vi.mocked(text.preventDefault).mock.calls.length]).toEqual([false, 0]);
    const files = drag({ dataTransfer: { types: ['text/uri-list', 'Files'] } });
    await act(async () => handlers.onDragOver?.(files));
    expect([hook.now.isOver, vi.mocked(files.preventDefault).mock.calls.length]).toEqual([true, 1]);
    const panel = document.createElement('div');
    const inside = panel.appendChild(document.createElement('p'));
    await act(async () => handlers.onDragLeave?.(drag({ currentTarget: panel, relatedTarget: inside })));
    expect(hook.now.isOver).toBe(true);
    await act(async () => handlers.onDragLeave?.(drag({ currentTarget: panel, relatedTarget: document.body })));
    expect(hook.now.isOver).toBe(false);
    await act(async () => handlers.onDragOver?.(files));
    const drop = drag({ dataTransfer: { files: [fileOf('a.png', 'image/png', 1)] } });
    await act(async () => handlers.onDrop?.(drop));
    expect([hook.now.isOver, got, vi.mocked(drop.preventDefault).mock.calls.length]).toEqual([false, ['a.png'], 1]);
    await hook.render(false);
    expect(hook.now).toEqual({ isOver: false, handlers: {} });
  });

  it('keeps the page when a file is dropped beside it', async () => {
    const isKept = (type: string): boolean => {
      const event = new Event(type, { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const { hook } = await dropping(false);
    expect(['dragover', 'drop'].map(isKept)).toEqual([true, true]);
    await hook.end();
    expect(['dragover', 'drop'].map(isKept)).toEqual([false, false]);
  });
});

describe('pasting on a screen', () => {
  it('adds pictures, and leaves texts and other files to the field', async () => {
    const got: string[] = [];
    const hook = await mounted(
      (on: boolean) => usePastedPictures((pictures) => void got.push(...pictures.map(({ name }) => name)), on),
      true,
    );
    const paste = (...files: File[]): boolean => {
      const event = new Event('paste', { cancelable: true });
      Object.assign(event, { clipboardData: files.length === 0 ? null : { files } });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const [picture, sheet] = [fileOf('a.png', 'image/png', 1), fileOf('a.csv', 'text/csv', 1)];
    expect([paste(), paste(sheet), paste(sheet, picture)]).toEqual([false, false, true]);
    expect(got).toEqual(['a.png']);
    await hook.render(false);
    expect(paste(picture)).toBe(false);
    await hook.render(true);
    await hook.end();
    expect(paste(picture)).toBe(false);
    expect(got).toEqual(['a.png']);
  });
});
