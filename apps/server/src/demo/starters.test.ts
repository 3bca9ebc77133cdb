import { openTestFixture } from '@holdfast/core/testing';
import { imagesOnDemand } from '@holdfast/host';
import { describe, expect, it } from 'vitest';
import { startersIn } from './starters.ts';

describe('the starters', () => {
  it('add dropped objects, lifting equipment, Ex equipment, and handrails and ladders to an empty server', async () => {
    const fixture = await openTestFixture('sqlite', { starters: startersIn(), images: imagesOnDemand() });
    try {
      const wren = fixture.as('wren');
      const starters = await wren.getStarters({});
      expect(starters.map(({ name }) => name)).toEqual([
        'Dropped Object Survey',
        'Ex Equipment Inspection, close grade',
        'Handrails, Gratings and Ladders',
        'Lifting Equipment Thorough Examination',
      ]);
      for (const { id } of starters) {
        const { setup } = await wren.getStarter({ id });
        expect((await wren.previewSetup({ setup })).counts).toMatchObject({ changed: 0, unchanged: 0 });
      }
      const { setup } = await wren.getStarter({ id: 'handrails-and-ladders' });
      const { plan } = await wren.previewSetup({ setup });
      expect((await wren.importSetup({ setup, plan })).inspection).toMatchObject({ shortName: 'ACCESS' });
      expect((await wren.previewSetup({ setup })).changes).toEqual([]);
    } finally {
      await fixture.close();
    }
  });
});
