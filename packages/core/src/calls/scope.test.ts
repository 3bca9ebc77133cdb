import { previewDeleteItem } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { companyOf } from './scope.ts';
import { COMPANIES, onEachDatabase } from '../testing/index.ts';

onEachDatabase('The company of a call', (fixture) => {
  it("is that of the row named for an administrator, even one of a company, and the caller's own for others", async () => {
    const { item, drops } = await fixture.build.itemInInspection({ company: 'skerrow' });
    const input = { installationInspectionId: drops.id, itemId: item.id };
    const { northmere, skerrow } = COMPANIES;
    const asked = (actor: Parameters<typeof companyOf>[1]) =>
      companyOf(fixture.database.db, actor, previewDeleteItem, input);
    expect(await asked(fixture.actor('wren'))).toBe(skerrow);
    expect(await asked({ ...fixture.actor('wren'), companyId: northmere })).toBe(skerrow);
    expect(await asked(fixture.actor('maren'))).toBe(northmere);
    expect(await asked({ ...fixture.actor('maren'), companyId: null })).toBe(skerrow);
  });
});
