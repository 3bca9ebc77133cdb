import { CONDITIONS } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase, type TestFixture } from '../testing/index.ts';

const day = (text: string): number => Date.parse(text) / 1000;

/** An item in a survey of last year, in one of another type since, and in the current survey. */
async function surveyed(fixture: TestFixture) {
  const { build } = fixture;
  const { installation, drops: lastYear, item } = await build.itemInInspection();
  const inspectionId = lastYear['inspectionId'] as string;
  const maren = fixture.as('maren');
  await maren.updateInstallationInspection({
    id: lastYear.id,
    startDate: day('2025-01-09'),
    endDate: day('2025-01-20'),
  });
  const access = await build.inspection({ name: 'Handrails, Gratings and Ladders' });
  const begin = async (type: string, start: string) => {
    const made = await build.installationInspection({
      installationId: installation.id,
      inspectionId: type,
      startDate: day(start),
      expectedEndDate: day(start) + 864_000,
    });
    await build.member({ installationInspectionId: made.id, itemId: item.id });
    return made;
  };
  const between = await begin(access.id, '2025-06-01');
  const current = await begin(inspectionId, '2026-01-10');
  return { item, lastYear, between, current };
}

onEachDatabase('Previous answers', (fixture) => {
  it('return the findings of the last inspection of the same type, with date and author', async () => {
    const { item, lastYear, current } = await surveyed(fixture);
    const idris = fixture.as('idris');
    const then = { installationInspectionId: lastYear.id, itemId: item.id };
    await idris.setCondition({ ...then, conditionId: CONDITIONS.defective.id });
    const field = await fixture.build.field({ name: 'Recommendation' });
    await idris.saveInstallationInspectionItemField({
      ...then,
      fieldId: field.id,
      value: 'Renew',
      displayValue: 'Renew',
    });
    const found = await fixture
      .as('maren')
      .getPreviousAnswers({ installationInspectionId: current.id, itemId: item.id });
    expect(found).toMatchObject({
      itemId: item.id,
      installationInspectionId: lastYear.id,
      inspectionName: 'Dropped Object Survey',
      startDate: day('2025-01-09'),
      conditionId: CONDITIONS.defective.id,
      condition: { name: 'Defective' },
      checkedAt: '2026-01-15T12:00:00.000Z',
      checkedBy: 'Idris Fallowby',
      fieldResponses: [{ fieldId: field.id, value: 'Renew' }],
      image: null,
    });
  });

  it('name the time zone that the installation had when the condition was set', async () => {
    const { item, lastYear, current } = await surveyed(fixture);
    const wren = fixture.as('wren');
    const rename = (timeZone: string) =>
      wren.editInstallation({ id: String(lastYear['installationId']), name: 'Tarn', timeZone });
    await rename('Pacific/Kiritimati');
    const then = { installationInspectionId: lastYear.id, itemId: item.id };
    fixture.wait(60_000);
    await fixture.as('maren').setCondition({ ...then, conditionId: CONDITIONS.defective.id });
    fixture.wait(60_000);
    await rename('America/New_York');
    const ask = (installationInspectionId: string) =>
      fixture.as('maren').getPreviousAnswers({ installationInspectionId, itemId: item.id });
    expect(await ask(current.id)).toMatchObject({ timeZone: 'Pacific/Kiritimati' });
  });

  it('come from another type if the same one never contained the item, and are empty before the first', async () => {
    const { item, lastYear, between } = await surveyed(fixture);
    const maren = fixture.as('maren');
    const ask = (installationInspectionId: string) =>
      maren.getPreviousAnswers({ installationInspectionId, itemId: item.id });
    expect(await ask(between.id)).toMatchObject({
      installationInspectionId: lastYear.id,
      checkedAt: null,
      checkedBy: null,
    });
    expect(await ask(lastYear.id)).toBeNull();
  });

  it('of a question item come from the same one in the previous year', async () => {
    const { build } = fixture;
    const inspection = await build.inspection();
    const question = await build.itemType({ name: 'Handover Question', isQuestion: 1 });
    await build.defaultItem({
      inspectionId: inspection.id,
      itemTypeId: question.id,
      type: 'Question',
      name: 'Loose tools?',
    });
    const installation = await build.installation();
    const maren = fixture.as('maren');
    const begin = async (start: string) => {
      const { id } = await maren.createInstallationInspection({
        installationId: installation.id,
        inspectionId: inspection.id,
        startDate: day(start),
        endDate: day(start),
      });
      const [row] = await maren.getItemsForInstallationInspection({ installationInspectionId: id });
      return { installationInspectionId: id, itemId: row!.itemId };
    };
    const first = await begin('2025-01-10');
    const second = await begin('2026-01-10');
    expect(second.itemId).not.toBe(first.itemId);
    expect(await maren.getPreviousAnswers(second)).toMatchObject(first);
  });
});
