import { CONDITIONS, REPORT_TYPES } from '@holdfast/contract';
import { tinyPhoto } from '@holdfast/core/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openWorld, type TestAgent, type World } from './testing/world.ts';

/** More pages than can be printed in the time in which an agent must stop. */
const ENDLESS = Buffer.from(
  '<Report><ReportPage Name="Page1"><DataBand Name="Band1" Height="300" RowCount="14000"><TextObject Name="Text1" Width="300" Height="20" Text="Shackle [Row#]"/></DataBand></ReportPage></Report>',
).toString('base64');

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Asks the agent for a report as its window does. */
async function print(agent: TestAgent, format: string, body: object): Promise<Buffer> {
  const answer = await agent.fetch(`/execute-report-installation-inspection?format=${format}`, {
    method: 'POST',
    headers: { authorization: agent.authorization(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

it('a desktop without the server lists the gaps of an inspection, and prints what was recorded on that desktop alone [REPI-09]', async () => {
  const { server } = world;
  const { drops, item } = await server.build.itemInInspection();
  const wren = await server.as('wren');
  const { frx } = await wren('startReportTemplate', { title: 'At sea', over: 'installationInspection' });
  const reportTypeId = REPORT_TYPES.installationInspection.id;
  const report = await wren('createReport', { title: 'At sea', frx, reportTypeId });
  const agent = await world.agent();
  const call = await agent.signIn('maren');
  await agent.running.driver.settled();
  await server.stop();
  try {
    const inspection = { installationInspectionId: drops.id };
    const place = { ...inspection, itemId: item.id };
    expect(await call('getInspectionGaps', inspection)).toMatchObject({ notChecked: 1, photos: { count: 0 } });
    await call('setCondition', { ...place, conditionId: CONDITIONS.defective.id });
    expect(await call('getInspectionGaps', inspection)).toMatchObject({
      notChecked: 0,
      photos: { itemIds: [item.id] },
    });
    await call('addNoteToInstallationInspectionItem', { ...place, content: 'Clamp worn through' });
    await call('addImageToInstallationInspectionItem', { ...place, filename: 'a.png', base64Image: tinyPhoto() });
    expect(await call('getInspectionGaps', inspection)).toMatchObject({
      photos: { count: 0 },
      absentPhotos: { count: 0 },
    });

    expect(await call('getReportsForInstallationInspection', inspection)).toMatchObject([{ title: 'At sea' }]);
    const body = { reportId: report.id, ...inspection };
    const pages = (await print(agent, 'html', body)).toString();
    for (const words of ['At sea', 'Clamp worn through', 'Defective', 'Maren Thorskild'])
      expect(pages).toContain(words);
    expect(pages.match(/<image /g)).toHaveLength(1);
    expect((await print(agent, 'pdf', body)).subarray(0, 5).toString()).toBe('%PDF-');
  } finally {
    await server.start();
  }
}, 60_000);

it('a desktop that is closed while it prints ends without waiting for the pages, and its caller gets a request to retry', async () => {
  const { server } = world;
  const { drops } = await server.build.itemInInspection();
  const wren = await server.as('wren');
  const reportTypeId = REPORT_TYPES.installationInspection.id;
  const report = await wren('createReport', { title: 'Endless', frx: ENDLESS, reportTypeId });
  const agent = await world.agent();
  const call = await agent.signIn('maren');
  await agent.running.driver.settled();
  const runId = '01900000-0000-7000-8000-00000000abcd';
  const asked = agent
    .fetch('/execute-report-installation-inspection', {
      method: 'POST',
      headers: { authorization: agent.authorization(), 'content-type': 'application/json' },
      body: JSON.stringify({ reportId: report.id, installationInspectionId: drops.id, runId }),
    })
    .then(({ status }) => status);
  await vi.waitFor(async () => expect((await call('getReportRun', { runId }))?.pages).toBeGreaterThan(0), {
    timeout: 60_000,
  });
  await agent.stop();
  expect(await asked).toBe(503);
}, 120_000);
