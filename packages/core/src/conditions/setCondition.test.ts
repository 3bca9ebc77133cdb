import { CONDITIONS } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

const DEFECTIVE = CONDITIONS.defective.id;

onEachDatabase('setCondition', (fixture) => {
  it('belongs to one inspection and does not affect the others [COND-03]', async () => {
    const { item, drops, loler } = await fixture.build.itemInTwoInspections();
    const maren = fixture.as('maren');
    await maren.setCondition({ installationInspectionId: drops.id, itemId: item.id, conditionId: DEFECTIVE });

    const asked = { itemId: item.id };
    expect(
      await maren.getInstallationInspectionItemCondition({ ...asked, installationInspectionId: drops.id }),
    ).toEqual(CONDITIONS.defective);
    expect(
      await maren.getInstallationInspectionItemCondition({ ...asked, installationInspectionId: loler.id }),
    ).toBeNull();
  });

  it('can be reset to Not Checked, and the history has both steps, newest first [COND-05] [HIST-03]', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    await maren.setCondition({ ...where, conditionId: DEFECTIVE });
    fixture.wait(60_000);
    const back = await maren.setCondition({ ...where, conditionId: null });

    expect(back).toMatchObject({ conditionId: null, condition: null });
    const lines = (await maren.getAuditLogsForInstallationInspectionAndItem(where)).filter(
      (line) => line.field === 'Condition',
    );
    expect(lines).toMatchObject([
      {
        action: 'Changed',
        table: 'Condition',
        from: 'Defective',
        to: 'Not Checked',
        userName: 'Maren Thorskild',
        createdAt: '2026-01-15T12:01:00.000Z',
      },
      {
        action: 'Changed',
        table: 'Condition',
        from: 'Not Checked',
        to: 'Defective',
        userName: 'Maren Thorskild',
        createdAt: '2026-01-15T12:00:00.000Z',
      },
    ]);
  });

  it('is published once when it is sent twice with one key', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const maren = fixture.as('maren');
    const key = { idempotencyKey: 'key-of-one-tap' };
    const first = await maren.setCondition({ ...where, conditionId: DEFECTIVE }, key);
    await maren.setCondition({ ...where, conditionId: null });
    const again = await maren.setCondition({ ...where, conditionId: DEFECTIVE }, key);

    expect(again).toEqual(first);
    expect(await maren.getInstallationInspectionItemCondition(where)).toBeNull();
    await expect(maren.setCondition({ ...where, conditionId: null }, key)).rejects.toBeProblem('keyReused');
  });

  it('is refused with both values when it is based on an older one', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const seen = await fixture.as('maren').getInstallationInspectionItemByInstallationAndItem(where);
    fixture.wait(1_000);
    await fixture.as('idris').setCondition({ ...where, conditionId: CONDITIONS.needsAttention.id });

    const late = fixture.as('maren').setCondition({ ...where, conditionId: DEFECTIVE }, { ifMatch: seen.clock });
    await expect(late).rejects.toBeProblem('changedMeanwhile');
    await expect(late).rejects.toMatchObject({ details: { yours: 'Defective', theirs: 'Needs attention' } });
  });

  it('treats an item of another company as if it did not exist [PERM-04]', async () => {
    const { item, drops } = await fixture.build.itemInInspection({ company: 'skerrow' });
    await expect(
      fixture.as('maren').setCondition({ installationInspectionId: drops.id, itemId: item.id, conditionId: DEFECTIVE }),
    ).rejects.toBeProblem('notFound');
  });

  it('is refused to viewers', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    await expect(
      fixture.as('jorun').setCondition({ installationInspectionId: drops.id, itemId: item.id, conditionId: DEFECTIVE }),
    ).rejects.toBeProblem('forbidden');
  });

  it('refuses an id of no condition', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    await expect(
      fixture.as('maren').setCondition({ installationInspectionId: drops.id, itemId: item.id, conditionId: item.id }),
    ).rejects.toBeProblem('unknownCondition');
  });

  it('can be set by staff for any company', async () => {
    const { item, drops } = await fixture.build.itemInInspection({ company: 'skerrow' });
    const set = await fixture
      .as('wren')
      .setCondition({ installationInspectionId: drops.id, itemId: item.id, conditionId: DEFECTIVE });
    expect(set.condition).toEqual(CONDITIONS.defective);
  });
});
