import { Buffer } from 'node:buffer';
import { LIBRARY_SCOPE } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { publishParticulars } from '../publishParticulars.ts';
import { callAt, callsOf, COMPANIES, onEachDatabase, type TestFixture, tinyPhoto } from '../testing/index.ts';
import { eraseNames } from './eraseNames.ts';

const WORDS = {
  qualification: 'LEEA Lifting Equipment Engineer',
  certificateNumber: 'L-20417',
  certificateExpiresOn: '2027-05-31',
};
const SIGNED = tinyPhoto();

/** The data set of a company, as templates are designed against it. */
async function dataOf(fixture: TestFixture, companyId: string): Promise<Record<string, Record<string, unknown>[]>> {
  const pieces: Uint8Array[] = [];
  const { content } = await fixture.as('wren').getReportDatabaseForCompany({ companyId, format: 'json' });
  for await (const piece of content) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Record<string, Record<string, unknown>[]>;
}

async function recorded(fixture: TestFixture) {
  const { item, drops } = await fixture.build.itemInInspection();
  const place = { installationInspectionId: drops.id, itemId: item.id };
  const note = (who: 'maren' | 'idris') =>
    fixture.as(who).addNoteToInstallationInspectionItem({ ...place, content: 'Corroded' });
  return { note, place };
}

onEachDatabase('Particulars of a person', (fixture) => {
  it('are edited by the person and by administrators of the own company alone', async () => {
    const maren = fixture.as('maren');
    const id = fixture.actor('maren').userId;
    expect(await maren.getOwnParticulars({})).toEqual({
      qualification: '',
      certificateNumber: '',
      certificateExpiresOn: '',
      signature: null,
    });
    await maren.setOwnParticulars(WORDS);
    const signed = await maren.setOwnSignature({ base64: SIGNED });
    expect(signed).toMatchObject({ ...WORDS, signature: expect.stringMatching(/^data:image\/jpeg;base64,/) });

    expect(await fixture.as('wren').getUserParticulars({ id })).toEqual(signed);
    const changed = await callAt(fixture, 'wren', `PUT /ext/admin/users/${id}/particulars`, {
      qualification: 'Rigger',
    });
    expect(changed).toMatchObject({ ...WORDS, qualification: 'Rigger' });
    expect(await fixture.as('wren').setUserSignature({ id, base64: null })).toMatchObject({ signature: null });
    await expect(fixture.as('maren').getUserParticulars({ id })).rejects.toBeProblem('forbidden');

    const ofCompany = { ...fixture.actor('idris'), role: 'companyAdministrator' } as const;
    const idris = callsOf(fixture.application, ofCompany);
    await idris.setUserParticulars({ id, certificateNumber: 'L-1' });
    const { entries } = await fixture.as('wren').getAuditEntries({ area: 'account' });
    expect(JSON.stringify(entries[0])).toContain('L-1');
    const anouk = fixture.actor('anouk').userId;
    await expect(idris.setUserParticulars({ id: anouk, certificateNumber: 'L-1' })).rejects.toBeProblem('notFound');
    const wren = fixture.actor('wren').userId;
    await expect(idris.setUserSignature({ id: wren, base64: SIGNED })).rejects.toBeProblem('notFound');
  });

  it.each([['31/05/2027'], ['2027-02-30'], ['soon']])('refuse %s as the end of a certificate', async (day) => {
    await expect(fixture.as('maren').setOwnParticulars({ certificateExpiresOn: day })).rejects.toBeProblem('badInput');
  });

  it('refuse a drawing with a script as a signature, and files that are not pictures', async () => {
    const svg = btoa('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await expect(fixture.as('maren').setOwnSignature({ base64: svg })).rejects.toBeProblem('unsupportedMedia');
    await expect(fixture.as('maren').setOwnSignature({ base64: '%%%' })).rejects.toBeProblem('badInput');
  });

  it('are in the report data of companies in which the person recorded, also when saved afterwards', async () => {
    const { note, place } = await recorded(fixture);
    await fixture.as('maren').setOwnParticulars({ qualification: 'Rigger' });
    await note('maren');
    await fixture.as('maren').setCondition({ ...place, conditionId: await condition(fixture) });
    await fixture.as('idris').setOwnParticulars({ qualification: 'Not here' });
    const before = await dataOf(fixture, COMPANIES.northmere);
    expect(before['Person']).toMatchObject([
      { Name: 'Maren Thorskild', Qualification: 'Rigger', CertificateExpired: false, Certificate: '', Signature: null },
    ]);

    await fixture.as('maren').setOwnParticulars({ ...WORDS, certificateExpiresOn: '2026-01-14' });
    await fixture.as('maren').setOwnSignature({ base64: SIGNED });
    const { Person: people, Inspection: inspections, Result: results } = await dataOf(fixture, COMPANIES.northmere);
    const { userId } = fixture.actor('maren');
    expect(people).toMatchObject([
      {
        Id: userId,
        CertificateNumber: 'L-20417',
        CertificateExpired: true,
        Certificate: 'L-20417, expired on 14/01/2026',
      },
    ]);
    expect(people![0]!['Signature']).toEqual(expect.any(String));
    expect(inspections![0]).toMatchObject({ InspectorId: userId });
    expect(results![0]).toMatchObject({ UpdatedById: userId });
    const copies = await fixture.database.db.selectFrom('signature').selectAll().execute();
    expect(copies.map(({ scopeId, deletedAt }) => [scopeId, deletedAt])).toEqual([[COMPANIES.northmere, null]]);

    await fixture.as('maren').setOwnSignature({ base64: null });
    const [gone] = await fixture.database.db.selectFrom('signature').selectAll().execute();
    expect(gone!.deletedAt).not.toBeNull();
    expect(await publishParticulars(fixture.application)).toBe(0);
  });

  it('are printed for those people alone who recorded, each with the own signature', async () => {
    const { note, place } = await recorded(fixture);
    await note('maren');
    // Idris belongs to the company, but has no part in the printed records.
    await note('idris');
    await fixture.as('idris').setOwnSignature({ base64: tinyPhoto(3) });
    await fixture.as('maren').setCondition({ ...place, conditionId: await condition(fixture) });
    const printed = async () => (await dataOf(fixture, COMPANIES.northmere))['Person'];
    expect(await printed()).toMatchObject([{ Name: 'Maren Thorskild', Signature: null }]);
  });

  it('are valid on the last day of the certificate', async () => {
    const { note, place } = await recorded(fixture);
    await note('maren');
    await fixture.as('maren').setCondition({ ...place, conditionId: await condition(fixture) });
    await fixture.as('maren').setOwnParticulars({ certificateExpiresOn: '2026-01-15' });
    const { Person: people } = await dataOf(fixture, COMPANIES.northmere);
    expect(people).toMatchObject([{ CertificateExpired: false }]);
  });

  it('state no day of expiry where a stored one cannot be read, instead of another day', async () => {
    const { note, place } = await recorded(fixture);
    await note('maren');
    await fixture.as('maren').setCondition({ ...place, conditionId: await condition(fixture) });
    await fixture.database.db.updateTable('person').set({ certificateExpiresOn: 'soon', _clk: '{}' }).execute();
    const { Person: people } = await dataOf(fixture, COMPANIES.northmere);
    expect(people).toMatchObject([
      { Name: 'Maren Thorskild', CertificateExpiresOn: null, Certificate: 'valid until soon' },
    ]);
  });

  it('are updated later when the server ended in between', async () => {
    const { note } = await recorded(fixture);
    await note('maren');
    const { userId } = fixture.actor('maren');
    await fixture.database.db.updateTable('user').set({ qualification: 'Rigger' }).where('id', '=', userId).execute();
    expect(await publishParticulars(fixture.application)).toBe(1);
    expect(await publishParticulars(fixture.application)).toBe(0);
    const known = await fixture.database.db
      .selectFrom('person')
      .select('qualification')
      .where('userId', '=', userId)
      .execute();
    expect(known).toEqual([{ qualification: 'Rigger' }]);
  });

  it('leave no image of an earlier signature, in the library or in a company', async () => {
    const { note } = await recorded(fixture);
    await note('maren');
    const maren = fixture.as('maren');
    await maren.setOwnSignature({ base64: SIGNED });
    await maren.setOwnSignature({ base64: tinyPhoto(7) });
    expect(await contents(fixture)).toHaveLength(2);
    // As when the folder of the library was restored from an older backup.
    const { signature: sha256 } = await fixture.database.db
      .selectFrom('user')
      .select('signature')
      .where('id', '=', fixture.actor('maren').userId)
      .executeTakeFirstOrThrow();
    await fixture.application.ports.blobs.delete({ scopeId: LIBRARY_SCOPE, sha256: sha256! });
    await fixture.database.db
      .updateTable('user')
      .set({ signature: 'f'.repeat(64) })
      .where('signature', '=', sha256)
      .execute();
    await publishParticulars(fixture.application);
    const [copy] = await fixture.database.db.selectFrom('signature').selectAll().execute();
    expect(copy).toMatchObject({ sha256, deletedAt: null });
    expect(await contents(fixture)).toEqual([`${COMPANIES.northmere} ${sha256}`]);
  });

  it('are erased with the person, the image of the signature at once', async () => {
    const { note } = await recorded(fixture);
    await note('maren');
    await fixture.as('maren').setOwnParticulars(WORDS);
    await fixture.as('maren').setOwnSignature({ base64: SIGNED });
    const { userId } = fixture.actor('maren');
    expect(await contents(fixture)).toHaveLength(2);
    await fixture.as('wren').eraseUser({ id: userId });
    await eraseNames(fixture.application);
    for (const table of ['user', 'person', 'change'] as const) {
      const rows = JSON.stringify(await fixture.database.db.selectFrom(table).selectAll().execute());
      expect(rows, table).not.toContain('L-20417');
    }
    await expect(fixture.as('wren').setUserSignature({ id: userId, base64: SIGNED })).rejects.toBeProblem('notFound');
    await expect(fixture.as('wren').setUserParticulars({ id: userId, ...WORDS })).rejects.toBeProblem('notFound');
    expect(await contents(fixture)).toEqual([]);
  });
});

/** The contents that are stored, as scope and hash. */
async function contents({ application }: TestFixture): Promise<string[]> {
  const found = [];
  for await (const { scopeId, sha256 } of application.ports.blobs.list()) found.push(`${scopeId} ${sha256}`);
  return found;
}

async function condition(fixture: TestFixture): Promise<string> {
  const [first] = await fixture.as('maren').getConditions({});
  return first!.id;
}
