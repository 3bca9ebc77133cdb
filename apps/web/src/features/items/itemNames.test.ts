import { expect, it } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { inspectionRow } from '../../lib/testing/inspectionRow.ts';
import { itemNameOf } from './itemNames.ts';

it('the item of a save is named by the inspection that contains it, by its own id or that of its row there', () => {
  const { cache, put } = cached();
  expect(itemNameOf(cache, { itemId: 'Crane' })).toBeUndefined();
  put('getItemsForInstallationInspection', { installationInspectionId: 'one' }, [inspectionRow('Hook', {})]);
  const row = { ...inspectionRow('Crane', {}), id: 'row of the crane' };
  put('getItemsForInstallationInspection', { installationInspectionId: 'two' }, [inspectionRow('Lamp', {}), row]);
  expect(itemNameOf(cache, { itemId: 'Crane' })).toBe('Crane');
  expect(itemNameOf(cache, { installationInspectionItemId: 'row of the crane' })).toBe('Crane');
  expect(itemNameOf(cache, { itemId: 'Winch' })).toBeUndefined();
});
