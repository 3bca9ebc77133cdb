/** The public API of Holdfast: operations as data, entity schemas, problems. */
import * as answers from './answers.ts';
import * as adminAudit from './admin/audit.ts';
import * as adminCompanies from './admin/companies.ts';
import * as adminDeletions from './admin/deletions.ts';
import * as adminFieldImages from './admin/fieldImages.ts';
import * as adminIdentityProviders from './admin/identityProviders.ts';
import * as adminInspections from './admin/inspections.ts';
import * as adminInstallations from './admin/installations.ts';
import * as adminItemTypes from './admin/itemTypes.ts';
import * as adminOverview from './admin/overview.ts';
import * as adminReports from './admin/reports.ts';
import * as adminTemplates from './admin/templates.ts';
import * as adminTemplateVersions from './admin/templateVersions.ts';
import * as adminUsage from './admin/usage.ts';
import * as adminUsers from './admin/users.ts';
import * as bulk from './items/bulk.ts';
import * as conditions from './conditions.ts';
import * as deletion from './items/deletion.ts';
import * as deletions from './deletions.ts';
import * as desktop from './desktop/desktop.ts';
import * as desktopEncryption from './desktop/encryption.ts';
import * as desktopFiles from './desktop/files.ts';
import * as desktopReaders from './desktop/readers.ts';
import * as desktopSupport from './desktop/support.ts';
import * as desktopUpdates from './desktop/updates.ts';
import * as desktopWaiting from './desktop/waiting.ts';
import * as devices from './sync/devices.ts';
import * as history from './history.ts';
import * as inspections from './inspections.ts';
import * as installations from './installations.ts';
import * as instance from './instance.ts';
import * as itemChanges from './items/changes.ts';
import * as itemRegister from './items/register.ts';
import * as items from './items/items.ts';
import * as live from './live.ts';
import * as media from './media/media.ts';
import * as mediaBytes from './media/bytes.ts';
import * as notes from './notes.ts';
import { isOperation, type Operation, type OperationsIn } from './base/operation.ts';
import * as particulars from './particulars.ts';
import * as passwordResets from './passwordResets.ts';
import * as releases from './desktop/releases.ts';
import * as phrases from './phrases.ts';
import * as reportPrinting from './reports/printing.ts';
import * as reports from './reports/reports.ts';
import * as search from './search.ts';
import * as secondFactors from './secondFactors.ts';
import * as singleSignOn from './singleSignOn.ts';
import * as sweeps from './sweeps.ts';
import * as sync from './sync/operations.ts';
import * as uploads from './media/uploads.ts';
import * as setups from './admin/setups.ts';
import * as users from './users.ts';

export * from './base/constants.ts';
export * from './entities.ts';
export * from './base/id.ts';
export * from './base/inputMessage.ts';
export * from './base/operation.ts';
export * from './base/problem.ts';
export * from './base/refusals.ts';
export * from './base/values.ts';
export * from './answers.ts';
export * from './admin/audit.ts';
export * from './admin/companies.ts';
export * from './admin/deletions.ts';
export * from './admin/fieldImages.ts';
export * from './admin/identityProviders.ts';
export * from './admin/inspections.ts';
export * from './admin/installations.ts';
export * from './admin/itemTypes.ts';
export * from './admin/overview.ts';
export * from './admin/reports.ts';
export * from './admin/templates.ts';
export * from './admin/templateVersions.ts';
export * from './admin/usage.ts';
export * from './admin/users.ts';
export * from './items/bulk.ts';
export * from './conditions.ts';
export * from './items/deletion.ts';
export * from './deletions.ts';
export * from './desktop/desktop.ts';
export * from './desktop/encryption.ts';
export * from './desktop/files.ts';
export * from './desktop/readers.ts';
export * from './desktop/support.ts';
export * from './desktop/updates.ts';
export * from './desktop/waiting.ts';
export * from './sync/devices.ts';
export * from './media/downloads.ts';
export * from './history.ts';
export * from './inspections.ts';
export * from './instance.ts';
export * from './installations.ts';
export * from './items/changes.ts';
export * from './items/register.ts';
export * from './items/items.ts';
export * from './live.ts';
export * from './media/media.ts';
export * from './media/bytes.ts';
export * from './notes.ts';
export * from './photos/photoEdit.ts';
export * from './phrases.ts';
export * from './particulars.ts';
export * from './passwordResets.ts';
export { DialogAnswers, DialogValue, ReportDialog } from './reports/dialogs.ts';
export * from './reports/printing.ts';
export * from './desktop/releasePack.ts';
export * from './desktop/releases.ts';
export * from './reports/reports.ts';
export * from './search.ts';
export * from './secondFactors.ts';
export * from './singleSignOn.ts';
export * from './sweeps.ts';
export * from './sync/operations.ts';
export * from './rules/schema.ts';
export * from './reports/templateStarter.ts';
export * from './media/uploads.ts';
export * from './admin/setups.ts';
export * from './users.ts';

/** Every operation by name: the type from which client, routes and handlers are inferred. */
export type Operations = OperationsIn<typeof answers> &
  OperationsIn<typeof adminAudit> &
  OperationsIn<typeof adminCompanies> &
  OperationsIn<typeof adminDeletions> &
  OperationsIn<typeof adminFieldImages> &
  OperationsIn<typeof adminIdentityProviders> &
  OperationsIn<typeof adminInspections> &
  OperationsIn<typeof adminInstallations> &
  OperationsIn<typeof adminItemTypes> &
  OperationsIn<typeof adminOverview> &
  OperationsIn<typeof adminReports> &
  OperationsIn<typeof adminTemplates> &
  OperationsIn<typeof adminTemplateVersions> &
  OperationsIn<typeof adminUsage> &
  OperationsIn<typeof adminUsers> &
  OperationsIn<typeof bulk> &
  OperationsIn<typeof conditions> &
  OperationsIn<typeof deletion> &
  OperationsIn<typeof deletions> &
  OperationsIn<typeof desktop> &
  OperationsIn<typeof desktopEncryption> &
  OperationsIn<typeof desktopFiles> &
  OperationsIn<typeof desktopReaders> &
  OperationsIn<typeof desktopSupport> &
  OperationsIn<typeof desktopUpdates> &
  OperationsIn<typeof desktopWaiting> &
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
  OperationsIn<typeof particulars> &
  OperationsIn<typeof passwordResets> &
  OperationsIn<typeof phrases> &
  OperationsIn<typeof releases> &
  OperationsIn<typeof reportPrinting> &
  OperationsIn<typeof reports> &
  OperationsIn<typeof search> &
  OperationsIn<typeof secondFactors> &
  OperationsIn<typeof singleSignOn> &
  OperationsIn<typeof sweeps> &
  OperationsIn<typeof sync> &
  OperationsIn<typeof uploads> &
  OperationsIn<typeof setups> &
  OperationsIn<typeof users>;

/** The name of an operation. */
export type OperationName = keyof Operations;

/**
 * Collects the operations among the exports of modules.
 * @throws {Error} when two share a name, or two a method and path, or one is exported under a name that differs from its `name`.
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
  adminAudit,
  adminCompanies,
  adminDeletions,
  adminFieldImages,
  adminIdentityProviders,
  adminInspections,
  adminInstallations,
  adminItemTypes,
  adminOverview,
  adminReports,
  adminTemplates,
  adminTemplateVersions,
  adminUsage,
  adminUsers,
  instance,
  answers,
  bulk,
  conditions,
  deletion,
  deletions,
  desktop,
  desktopEncryption,
  desktopFiles,
  desktopReaders,
  desktopSupport,
  desktopUpdates,
  desktopWaiting,
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
  particulars,
  passwordResets,
  phrases,
  releases,
  reportPrinting,
  reports,
  search,
  secondFactors,
  singleSignOn,
  sweeps,
  sync,
  uploads,
  setups,
  users,
  // Sound because these are the modules of `Operations`, and `register` keys each operation by the name it is exported under.
]) as unknown as Operations;

/** Every operation, in order of declaration. */
export const operationList: readonly Operation[] = Object.values(operations);
