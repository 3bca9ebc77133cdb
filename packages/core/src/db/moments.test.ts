import { momentColumns } from '@holdfast/sync';
import { describe, expect, it } from 'vitest';
import { registry } from './registry.ts';

/** Days that people choose, which a wrong clock does not influence. */
const CHOSEN = new Set(['installationInspection.startDate', 'installationInspection.expectedEndDate']);

describe('the columns of synced tables', () => {
  it('that contain the time of an edit are declared as moments, so that the server corrects them all', () => {
    const named = [...registry.values()].flatMap((definition) =>
      Object.keys(definition.columns.shape)
        .filter((column) => /(?:At|Date|Time)$/.test(column))
        .filter((column) => !CHOSEN.has(`${definition.name}.${column}`))
        .map((column) => `${definition.name}.${column}`),
    );
    const declared = [...registry.values()].flatMap((definition) =>
      momentColumns(definition).map((column) => `${definition.name}.${column}`),
    );
    expect(declared.toSorted()).toEqual(named.toSorted());
    expect(declared).toContain('fieldResponse.recordedDate');
  });
});
