/** Rows of the company and of the people who recorded in it. */
import { byName } from '../lists/byName.ts';
import { logoOf } from '../companies/index.ts';
import { copiesOf } from '../media/index.ts';
import type { Row } from './dataSet.ts';
import { scopeNow } from './scopeNow.ts';
import { resultsOf } from './results.ts';
import type { Source } from './source.ts';

type WantsBytes = (column: string) => boolean;

/** The row of Company. */
export async function* companyRows(source: Source, wantsBytes: WantsBytes): AsyncGenerator<Row<'Company'>> {
  const { ctx, scope } = source;
  const { id, name, shortName, address, accreditation } = scope.company;
  const logo = wantsBytes('Logo') ? await logoOf(ctx.db, id) : undefined;
  const [picture = null] = logo === undefined ? [] : await copiesOf(ctx.ports, [logo], 1280);
  yield [id, name, shortName, address, accreditation, picture];
}

/** The rows of Person. */
export async function* personRows(source: Source, wantsBytes: WantsBytes): AsyncGenerator<Row<'Person'>> {
  const { ctx, scope } = source;
  const recorded = new Set((await inspectorsOf(source)).values());
  for (const { id } of scope.inspections)
    for (const { updatedByUserId } of await resultsOf(source, id)) recorded.add(updatedByUserId);
  const people = await ctx.db.rows('person', {});
  // Staff have a row in the library, too; that of the company knows the particulars.
  const ofCompany = people.filter(({ scopeId, userId }) => scopeId === scope.company.id && recorded.has(userId));
  const signatures = wantsBytes('Signature') ? await ctx.db.rows('signature', {}) : [];
  const today = new Date(scopeNow(ctx.now, scope)).toISOString().slice(0, 10);
  for (const person of ofCompany.toSorted(byName)) {
    const { userId, name, qualification, certificateNumber, certificateExpiresOn } = person;
    const signature = signatures.find((one) => one.userId === userId);
    const [picture = null] = signature === undefined ? [] : await copiesOf(ctx.ports, [signature], 1280);
    // Without a day, or with one that cannot be read, which was stored before days were checked, there is no date.
    const expiresMs = Date.parse(certificateExpiresOn);
    const expires = Number.isNaN(expiresMs) ? null : new Date(expiresMs);
    const isExpired = certificateExpiresOn !== '' && certificateExpiresOn < today;
    const words = certificateText(certificateNumber, certificateExpiresOn, isExpired);
    yield [userId, name, qualification, certificateNumber, expires, isExpired, words, picture];
  }
}

/** Number and validity of a certificate, as "L-20417, valid until 31/05/2027". */
function certificateText(number: string, expiresOn: string, isExpired: boolean): string {
  const day = expiresOn.split('-').toReversed().join('/');
  const validity = day === '' ? '' : `${isExpired ? 'expired on' : 'valid until'} ${day}`;
  return [number, validity].filter((part) => part !== '').join(', ');
}

/** Returns the inspector of each inspection by its id: the person who last set the conditions of most items; of those with as many, the last one. */
export async function inspectorsOf(source: Source): Promise<Map<string, string>> {
  const inspectors = new Map<string, string>();
  for (const { id } of source.scope.inspections) {
    const found = new Map<string, { count: number; last: number }>();
    for (const { conditionId, updatedByUserId, updatedAt } of await resultsOf(source, id)) {
      if (conditionId === null) continue;
      const { count, last } = found.get(updatedByUserId) ?? { count: 0, last: 0 };
      found.set(updatedByUserId, { count: count + 1, last: Math.max(last, updatedAt) });
    }
    const [first] = [...found].toSorted(([, a], [, b]) => b.count - a.count || b.last - a.last);
    if (first !== undefined) inspectors.set(id, first[0]);
  }
  return inspectors;
}
