/** Fills a company with one installation of many items, each with a tag, and an inspection of all of them. */
import { type Company, DAY, makeRig, type Rig, today } from '../../e2e/fixtures/company.ts';

const AREAS = 50;

/** Tag of the item of a number. */
export function tagOf(n: number): string {
  return `3414257BF4${n.toString(16).toUpperCase().padStart(14, '0')}`;
}

/** Makes the installation. @returns it, with the inspection of all items as `drops` */
export async function fill(company: Company, address: string, items: number): Promise<Rig> {
  const rig = await makeRig(company);
  const rows = ['Location,Item type,Name,Tag'];
  for (let i = 0; i < AREAS; i += 1) rows.push(`,Area,Area ${i},`);
  for (let i = 0; i < items; i += 1) rows.push(`Area ${i % AREAS},Floodlight,Floodlight ${i},${tagOf(i)}`);
  const response = await fetch(`${address}/ext/admin/installations/${rig.installationId}/register`, {
    method: 'POST',
    headers: { authorization: `Bearer ${company.wren.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'items.csv', base64File: Buffer.from(rows.join('\r\n')).toString('base64') }),
  });
  if (!response.ok) throw new Error(await response.text());
  const { id } = await company.maren.call('createInstallationInspection', {
    installationId: rig.installationId,
    inspectionId: company.inspections.LOLER,
    startDate: today - 2 * DAY,
    endDate: today + 8 * DAY,
    fromItemTypeIds: [company.itemTypes.floodlight],
  });
  return { ...rig, drops: id };
}
