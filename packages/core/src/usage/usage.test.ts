import { LIBRARY_SCOPE, type Problem, REPORT_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { type Calls, callsOf, CAST, COMPANIES, onEachDatabase, tinyPhoto } from '../testing/index.ts';
import type { Application } from '../application.ts';
import { NO_QUOTAS } from '../quotas.ts';
import { openMeter } from './meter.ts';

onEachDatabase('The storage of a company', (fixture) => {
  it('accepts no photo or file beyond its limit, with a message', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const photo = { installationInspectionId: drops.id, itemId: item.id, filename: 'a.png', base64Image: tinyPhoto() };
    const { size } = await fixture.as('maren').addImageToInstallationInspectionItem(photo);
    const quotas = { ...NO_QUOTAS, storageBytes: size + 10 };
    const application = { ...fixture.application, ports: { ...fixture.application.ports, quotas } };
    const maren = callsOf(application, fixture.actor('maren'));
    const file = { itemId: item.id, filename: 'a.txt', base64File: btoa('eleven byte') };
    await expect(maren.addFileToItem(file)).rejects.toBeProblem('storageFull');
    await expect(maren.addImageToInstallationInspectionItem(photo)).rejects.toBeProblem('storageFull');
    await maren.addFileToItem({ ...file, base64File: btoa('ten bytes.') });
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('abc');
    };
    const upload = { itemId: item.id, sha256: '0'.repeat(64), size: 3, offset: 0, content: bytes() };
    await expect(maren.uploadContent(upload)).rejects.toBeProblem('storageFull');
    const anouk = callsOf(application, fixture.actor('anouk'));
    expect(await anouk.getInstallations({})).toEqual([]);
  });
});

onEachDatabase('Contents that arrive at the same time', (fixture) => {
  /** An application in which a number of contents are stored before the first of them is recorded, with a limited space. */
  const together = (count: number, storageBytes: number): Application => {
    const { ports } = fixture.application;
    const waiting: (() => void)[] = [];
    const blobs: typeof ports.blobs = {
      ...ports.blobs,
      async put(...content) {
        const stored = await ports.blobs.put(...content);
        await new Promise<void>((arrived) => {
          waiting.push(arrived);
          if (waiting.length === count) for (const each of waiting) each();
        });
        return stored;
      },
    };
    return { ...fixture.application, ports: { ...ports, blobs, quotas: { ...NO_QUOTAS, storageBytes } } };
  };
  const outcomes = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
    (await Promise.allSettled(calls))
      .map((each) => (each.status === 'fulfilled' ? 'stored' : (each.reason as Problem).code))
      .toSorted();

  it('do not exceed the limit of a company together', async () => {
    const { item } = await fixture.build.itemInInspection();
    const maren = callsOf(together(3, 25), fixture.actor('maren'));
    const calls = ['ten bytes 1', 'ten bytes 2', 'ten bytes 3'].map((text) =>
      maren.addFileToItem({ itemId: item.id, filename: 'a.txt', base64File: btoa(text) }),
    );
    expect(await outcomes(calls)).toEqual(['storageFull', 'stored', 'stored']);
    const files = await fixture.as('maren').getFilesForItem({ itemId: item.id });
    expect(files).toHaveLength(2);
  });

  it('do not exceed the limit of content for every company together, also with signatures of people', async () => {
    const sizes = [0, 1].map((which) => atob(tinyPhoto(which)).length);
    const application = together(2, Math.max(...sizes));
    const calls = (['maren', 'jorun'] as const).map((who, which) =>
      callsOf(application, fixture.actor(who)).setOwnSignature({ base64: tinyPhoto(which) }),
    );
    expect(await outcomes(calls)).toEqual(['storageFull', 'stored']);
  });

  it('that are stored already take no further space', async () => {
    const { item } = await fixture.build.itemInInspection();
    const file = { itemId: item.id, filename: 'a.txt', base64File: btoa('ten bytes.') };
    await fixture.as('maren').addFileToItem(file);
    const maren = callsOf(together(1, 5), fixture.actor('maren'));
    // Refused on arrival, because a known content is recognised only after it was read.
    await expect(maren.addFileToItem(file)).rejects.toBeProblem('storageFull');
    const [{ sha256 }] = (await fixture.database.db.selectFrom('blob').select('sha256').execute()) as [
      { sha256: string },
    ];
    expect(await maren.addFileToItem({ itemId: item.id, filename: 'b.txt', sha256 })).toMatchObject({
      filename: 'b.txt',
    });
  });
});

onEachDatabase('The storage of contents shared by every company', (fixture) => {
  it('accepts no picture, template or setup beyond its limit', async () => {
    const { build } = fixture;
    const field = await build.field({ name: 'Play (mm)' });
    const fieldsTemplateId = String(field['fieldsTemplateId']);
    const picture = { id: field.id, base64: tinyPhoto(), path: 'play.png' };
    for (const which of [0, 1]) await fixture.as('wren').addFieldImage({ ...picture, base64: tinyPhoto(which) });
    const stored = await fixture.database.db.selectFrom('blob').select(['sha256', 'size']).execute();
    const [{ size }] = stored as [(typeof stored)[number]];
    const decoder = new TextDecoder();
    let setup = '';
    for await (const piece of (await fixture.as('wren').exportFieldsTemplate({ id: fieldsTemplateId })).content)
      setup += decoder.decode(piece, { stream: true });
    const limited = (storageBytes: number): Calls => {
      const { ports } = fixture.application;
      const application = { ...fixture.application, ports: { ...ports, quotas: { ...NO_QUOTAS, storageBytes } } };
      return callsOf(application, fixture.actor('wren'));
    };
    const frx = btoa('<Report><ReportPage Name="Page1"/></Report>');
    const report = { title: 'All', companyId: null, inspectionId: null, reportTypeId: REPORT_TYPES.company.id, frx };
    await expect(limited(2 * size + 10).addFieldImage(picture)).rejects.toBeProblem('storageFull');
    await expect(limited(2 * size + 10).createReport(report)).rejects.toBeProblem('storageFull');
    const signature = { id: fixture.actor('wren').userId, base64: tinyPhoto(2) };
    await expect(limited(2 * size + 10).setUserSignature(signature)).rejects.toBeProblem('storageFull');
    const logo = { id: COMPANIES.northmere, base64: tinyPhoto(2) };
    await expect(limited(10).setCompanyLogo(logo)).rejects.toBeProblem('storageFull');
    // There is space for each of its pictures, and for both once they are stored.
    await limited(3 * size).importSetup({ setup });
    for (const { sha256 } of stored) await fixture.application.ports.blobs.delete({ scopeId: LIBRARY_SCOPE, sha256 });
    const full = limited(3 * size).importSetup({ setup });
    await expect(full).rejects.toBeProblem('storageFull');
    await expect(full).rejects.toMatchObject({
      details: { reason: expect.stringContaining('every company') as string },
    });
  });
});

onEachDatabase('The storage usage of a server', (fixture) => {
  it('is listed by company and by caller, largest first, with the limits', async () => {
    const meter = openMeter(fixture.application);
    const maren = { kind: 'user', id: fixture.actor('maren').userId } as const;
    const northmere = { kind: 'company', id: COMPANIES.northmere } as const;
    meter.count('request', 3, [maren, northmere]);
    meter.count('upload', 5_000, [maren, northmere]);
    meter.count('request', 9, [{ kind: 'address', id: '192.0.2.7' }]);
    await meter.exchange();
    const { item } = await fixture.build.itemInInspection();
    await fixture.as('maren').addFileToItem({ itemId: item.id, filename: 'a.txt', base64File: btoa('ten bytes.') });
    const use = await fixture.as('wren').getUsage({});
    expect(use.limits).toEqual(NO_QUOTAS);
    expect(use.backup).toEqual({ completed: null, failed: null });
    expect(use.companies).toContainEqual({
      id: COMPANIES.northmere,
      name: 'northmere',
      storedBytes: 10,
      requests: 3,
      uploaded: 5_000,
      printed: 0,
    });
    expect(use.companies).toContainEqual({
      id: COMPANIES.skerrow,
      name: 'skerrow',
      storedBytes: 0,
      requests: 0,
      uploaded: 0,
      printed: 0,
    });
    expect(use.callers).toEqual([
      { kind: 'user', name: CAST.maren.name, requests: 3, uploaded: 5_000, printed: 0 },
      { kind: 'address', name: '192.0.2.7', requests: 9, uploaded: 0, printed: 0 },
    ]);
  });
});
