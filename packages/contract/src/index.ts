/** What can be asked of Holdfast: operations as data, entity schemas, problems. */
import * as answers from './answers.ts';
import * as adminCompanies from './adminCompanies.ts';
import * as adminFieldImages from './adminFieldImages.ts';
import * as adminInspections from './adminInspections.ts';
import * as adminInstallations from './adminInstallations.ts';
import * as adminItemTypes from './adminItemTypes.ts';
import * as adminReports from './adminReports.ts';
import * as adminTemplates from './adminTemplates.ts';
import * as adminUsers from './adminUsers.ts';
import * as bulk from './bulk.ts';
import * as conditions from './conditions.ts';
import * as deletion from './deletion.ts';
import * as desktop from './desktop.ts';
import * as desktopFiles from './desktopFiles.ts';
import * as desktopReaders from './desktopReaders.ts';
import * as desktopUpdates from './desktopUpdates.ts';
import * as devices from './devices.ts';
import * as history from './history.ts';
import * as inspections from './inspections.ts';
import * as installations from './installations.ts';
import * as instance from './instance.ts';
import * as itemChanges from './itemChanges.ts';
import * as itemRegister from './itemRegister.ts';
import * as items from './items.ts';
import * as live from './live.ts';
import * as media from './media.ts';
import * as mediaBytes from './mediaBytes.ts';
import * as notes from './notes.ts';
import { isOperation, type Operation, type OperationsIn } from './operation.ts';
import * as passwordResets from './passwordResets.ts';
import * as releases from './releases.ts';
import * as reportPrinting from './reportPrinting.ts';
import * as reports from './reports.ts';
import * as sync from './sync.ts';
import * as uploads from './uploads.ts';
import * as setups from './setups.ts';
import * as users from './users.ts';

export * from './constants.ts';
export * from './entities.ts';
export * from './id.ts';
export * from './inputMessage.ts';
export * from './operation.ts';
export * from './problem.ts';
export * from './values.ts';
export * from './answers.ts';
export * from './adminCompanies.ts';
export * from './adminFieldImages.ts';
export * from './adminInspections.ts';
export * from './adminInstallations.ts';
export * from './adminItemTypes.ts';
export * from './adminReports.ts';
export * from './adminTemplates.ts';
export * from './adminUsers.ts';
export * from './bulk.ts';
export * from './conditions.ts';
export * from './deletion.ts';
export * from './desktop.ts';
export * from './desktopFiles.ts';
export * from './desktopReaders.ts';
export * from './desktopUpdates.ts';
export * from './devices.ts';
export * from './downloads.ts';
export * from './history.ts';
export * from './inspections.ts';
export * from './instance.ts';
export * from './installations.ts';
export * from './itemChanges.ts';
export * from './itemRegister.ts';
export * from './items.ts';
export * from './live.ts';
export * from './media.ts';
export * from './mediaBytes.ts';
export * from './notes.ts';
export * from './passwordResets.ts';
export * from './reportPrinting.ts';
export * from './releasePack.ts';
export * from './releases.ts';
export * from './reports.ts';
export * from './sync.ts';
export * from './templateStarter.ts';
export * from './uploads.ts';
export * from './setups.ts';
export * from './users.ts';

/** Every operation by name: the type from which client, routes and handlers are inferred. */
export type Operations = OperationsIn<typeof answers> &
  OperationsIn<typeof adminCompanies> &
  OperationsIn<typeof adminFieldImages> &
  OperationsIn<typeof adminInspections> &
  OperationsIn<typeof adminInstallations> &
  OperationsIn<typeof adminItemTypes> &
  OperationsIn<typeof adminReports> &
  OperationsIn<typeof adminTemplates> &
  OperationsIn<typeof adminUsers> &
  OperationsIn<typeof bulk> &
  OperationsIn<typeof conditions> &
  OperationsIn<typeof deletion> &
  OperationsIn<typeof desktop> &
  OperationsIn<typeof desktopFiles> &
  OperationsIn<typeof desktopReaders> &
  OperationsIn<typeof desktopUpdates> &
  OperationsIn<typeof devices> &
  OperationsIn<typeof history> &
  OperationsIn<typeof inspections> &
  OperationsIn<typeof installations> &
  OperationsIn<typeof instance> &
  OperationsIn<typeof itemChanges> &
  OperationsIn<typeof itemRegister> &
  OperationsIn<typeof items> &
  OperationsIn<typeof live> &
  OperationsIn<typeof media> &
  OperationsIn<typeof mediaBytes> &
  OperationsIn<typeof notes> &
  OperationsIn<typeof passwordResets> &
  OperationsIn<typeof releases> &
  OperationsIn<typeof reportPrinting> &
  OperationsIn<typeof reports> &
  OperationsIn<typeof sync> &
  OperationsIn<typeof uploads> &
  OperationsIn<typeof setups> &
  OperationsIn<typeof users>;

/** The name of an operation. */
export type OperationName = keyof Operations;

/**
 * Gathers the operations among the exports of modules.
 * @throws {Error} when two share a name, or two a method and path, or one is exported under another name than its own.
 */
export function register(modules: readonly object[]): Record<string, Operation> {
  const byName: Record<string, Operation> = {};
  const addresses = new Set<string>();
  for (const [exported, value] of modules.flatMap((module) => Object.entries(module))) {
    if (!isOperation(value)) continue;
    const address = `${value.method} ${value.path.replace(/\{\w+\}/g, '{}')}`;
    if (exported !== value.name) throw new Error(`Operation ${value.name} is exported as ${exported}.`);
    if (byName[value.name] !== undefined) throw new Error(`Two operations are named ${value.name}.`);
    if (addresses.has(address)) throw new Error(`Two operations answer ${address}.`);
    addresses.add(address);
    byName[value.name] = value;
  }
  return byName;
}

/** Every operation by name. */
export const operations = register([
  adminCompanies,
  adminFieldImages,
  adminInspections,
  adminInstallations,
  adminItemTypes,
  adminReports,
  adminTemplates,
  adminUsers,
  instance,
  answers,
  bulk,
  conditions,
  deletion,
  desktop,
  desktopFiles,
  desktopReaders,
  desktopUpdates,
  devices,
  history,
  inspections,
  installations,
  itemChanges,
  itemRegister,
  items,
  live,
  media,
  mediaBytes,
  notes,
  passwordResets,
  releases,
  reportPrinting,
  reports,
  sync,
  uploads,
  setups,
  users,
]) as unknown as Operations;

/** Every operation, in order of declaration. */
export const operationList: readonly Operation[] = Object.values(operations);
