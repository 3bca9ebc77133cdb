/** A data folder with one company of the size of the main rig, and a signed-in user. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { CONDITIONS } from '@holdfast/contract';
import { issueToken } from '@holdfast/core';
import { openTestFixture, TEST_NOW } from '@holdfast/core/testing';
import { sqliteFile } from '@holdfast/server';

/** Data that both sides of a comparison request. */
export interface BenchWorld {
  token: string;
  installationInspectionId: string;
  itemIds: string[];
}

const INSTALLATIONS = 3;
const INSPECTIONS = 5;
const ITEMS = 420;

/** Writes the database of a company with three installations of five inspections, the first with 420 items. */
export async function makeWorld(folder: string): Promise<BenchWorld> {
  const test = await openTestFixture('sqlite');
  const { build } = test;
  const inspection = await build.inspection();
  const itemType = await build.itemType();
  const installationIds: string[] = [];
  const inspectionIds: string[] = [];
  for (let i = 0; i < INSTALLATIONS; i++) {
    const installation = await build.installation({ name: `Rig ${i}` });
    installationIds.push(installation.id);
    for (let j = 0; j < INSPECTIONS; j++) {
      const made = await build.installationInspection({ installationId: installation.id, inspectionId: inspection.id });
      inspectionIds.push(made.id);
    }
  }
  const itemIds: string[] = [];
  const conditions = [null, ...Object.values(CONDITIONS).map((condition) => condition.id)];
  for (let i = 0; i < ITEMS; i++) {
    const item = await build.item({
      installationId: installationIds[0]!,
      itemTypeId: itemType.id,
      name: `Floodlight ${i}`,
    });
    itemIds.push(item.id);
    for (const id of inspectionIds.slice(0, 2)) {
      await build.member({
        installationInspectionId: id,
        itemId: item.id,
        conditionId: conditions[i % conditions.length]!,
      });
    }
  }
  const id = test.application.ports.ids.next(TEST_NOW);
  const token = await issueToken(test.database.db, test.application.ports, {
    id,
    userId: test.actor('maren').userId,
    device: 'bench',
    now: Date.now(),
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(sqliteFile(folder), test.database.serialize!());
  await test.close();
  return { token, installationInspectionId: inspectionIds[0]!, itemIds };
}
