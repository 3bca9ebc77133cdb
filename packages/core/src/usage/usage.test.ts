import { expect, it } from 'vitest';
import { callsOf, CAST, COMPANIES, onEachDatabase, tinyPhoto } from '../testing/index.ts';
import { NO_QUOTAS } from '../quotas.ts';
import { openMeter } from './meter.ts';

onEachDatabase('The storage of a company', (fixture) => {
  it('takes no photo or file beyond its limit, and says so', async () => {
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

onEachDatabase('The use of a server', (fixture) => {
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
    expect(use.callers).toEqual([
      { kind: 'user', name: CAST.maren.name, requests: 3, uploaded: 5_000, printed: 0 },
      { kind: 'address', name: '192.0.2.7', requests: 9, uploaded: 0, printed: 0 },
    ]);
  });
});
