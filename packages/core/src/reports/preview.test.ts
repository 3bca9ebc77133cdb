import { REPORT_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

const TEMPLATE = { frx: btoa('<Report/>'), title: 'Draft of a survey' };
const OVER_INSPECTION = { ...TEMPLATE, reportTypeId: REPORT_TYPES.installationInspection.id };

onEachDatabase('A preview of a template that is not saved', (fixture) => {
  it('prints the rows of the requested inspection as pages, and saves nothing', async () => {
    const { drops, item } = await fixture.build.itemInInspection();
    await fixture.build.itemInInspection();
    const wren = fixture.as('wren');
    const { content } = await wren.previewReport({ ...OVER_INSPECTION, installationInspectionId: drops.id });
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    const printed = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, { Id: string }[]> & {
      format: string;
    };
    expect(printed.format).toBe('pages');
    expect(printed['Inspection']!.map(({ Id }) => Id)).toEqual([drops.id]);
    expect(printed['Item']!.map(({ Id }) => Id)).toEqual([item.id]);
    expect(await wren.getReports({})).toEqual([]);
  });

  it('is refused over an unknown inspection, and for a report type over other rows', async () => {
    const { drops } = await fixture.build.itemInInspection();
    const wren = fixture.as('wren');
    await expect(
      wren.previewReport({ ...OVER_INSPECTION, installationInspectionId: fixture.application.ports.ids.next(1) }),
    ).rejects.toBeProblem('notFound');
    await expect(
      wren.previewReport({
        ...TEMPLATE,
        reportTypeId: REPORT_TYPES.company.id,
        installationInspectionId: drops.id,
      }),
    ).rejects.toBeProblem('notFound');
  });

  it('is refused to others than administrators', async () => {
    const { drops } = await fixture.build.itemInInspection();
    await expect(
      fixture.as('maren').previewReport({ ...OVER_INSPECTION, installationInspectionId: drops.id }),
    ).rejects.toBeProblem('forbidden');
  });
});
