import { createHash } from 'node:crypto';
import type { OperationName } from '@holdfast/contract';
import { tinyPhoto } from '@holdfast/core/testing';

/** What the matrix has to know of an operation that its contract does not say. */
export interface Expectation {
  /** Keys of the input that are no ids of rows, or must be a certain one. */
  more?: Record<string, unknown>;
  /** Status of a call that succeeds; 200, or 204 where nothing is answered, unless said. */
  ok?: number;
  /** Status of a call by staff, where belonging to no company makes a difference. */
  staff?: number;
  /** Why two own ids that belong to different installations are fine together; absent: `notFound`. */
  mixed?: string;
  /** Keys by which a deleted row is still found, because the operation speaks of deleted rows or of what is left of them. */
  deletedIsFine?: readonly string[];
  /** Keys that name what is about to be made, and so nothing that could be foreign. */
  madeByCaller?: readonly string[];
  /** Keys that travel with a whole entity and are not looked at, or that only narrow a list. */
  unread?: readonly string[];
}

const name = 'A name';
const password = 'long enough for anybody';
const answer = { value: '', displayValue: '' };
const template = btoa('<Report/>');
const token = 'a'.repeat(43);
const newDevice = { deviceId: '0190aaaa-0000-7000-8000-0000000de51c', token };
const sha256 = createHash('sha256').update(Buffer.from(tinyPhoto(), 'base64')).digest('hex');
const speaks = { protocol: 1, schema: 1 };
const dates = { startDate: 1_768_435_200, endDate: 1_768_521_600 };

const ANY_INSTALLATION = 'a report runs over any installation of its company';

/** Every operation. One that is missing fails the matrix, and the compiler before it. */
export const expectations: Record<OperationName, Expectation> = {
  // accounts
  signIn: { more: { email: 'nobody@example.test', password: 'wrong' }, ok: 401 },
  signOut: {},
  getCurrentUser: {},
  getSessions: {},
  changePassword: { more: { currentPassword: 'wrong', newPassword: password } },
  requestPasswordReset: { more: { email: 'nobody@example.test' } },
  resetPassword: { more: { secret: 'unknown', newPassword: password } },
  getInstance: {},
  createFirstAdministrator: { more: { setupCode: '', name, email: 'a@example.test', password }, ok: 404 },
  // the desktop's own, which a server does not have
  syncNow: { ok: 404 },
  fullSync: { ok: 404 },
  getDesktopStatus: { ok: 404 },
  getSyncLogs: { ok: 404 },
  getEntityCounts: { ok: 404 },
  getDeviceInfo: { ok: 404 },
  getSyncOptions: { ok: 404 },
  setSyncOptions: { ok: 404, more: { autosync: true, syncImages: true } },
  getWaitingChanges: { ok: 404 },
  watchDesktop: { ok: 404 },
  // inspectors
  getConditions: {},
  setCondition: {},
  setConditionOfItems: {},
  getInstallationInspectionItemCondition: {},
  getAuditLogsForInstallationInspectionAndItem: { deletedIsFine: ['installationInspectionId', 'itemId'] },
  getInstallations: {},
  getInstallation: {},
  getInstallationFieldsTemplate: {},
  updateInstallation: { more: { updatedInstallation: { name, latitude: 1, longitude: 2 } } },
  getInspections: {},
  getInspection: {},
  getInstallationInspections: {},
  getInstallationInspection: {},
  createInstallationInspection: { more: dates },
  updateInstallationInspection: { more: dates },
  getItem: {},
  getItemsForInstallation: {},
  getItemsForInstallationInspection: {},
  getItemHierarchyFromInstallationInspection: {},
  getItemPossibleParents: {},
  getItemTypesForInspection: {},
  getInspectionsForItem: {},
  getInstallationInspectionItemByInstallationAndItem: {},
  getPreviousAnswers: {},
  findItemByTag: { more: { tag: 'E2000000' } },
  setTag: { more: { tag: null } },
  newItem: {},
  setItemName: { more: { name } },
  setParentItem: { more: { newParentId: null } },
  setParentOfItems: { more: { newParentId: null } },
  addItemFromInstallation: {},
  addItemsFromInstallation: {},
  duplicateItem: {},
  previewDeleteItem: {},
  deleteItem: {},
  restoreItem: { ok: 404 },
  undoChanges: { more: { undo: '0190aaaa-0000-7000-8000-00000000dead' }, ok: 404 },
  getFieldsForItem: {},
  getFieldsForInstallationInspection: {},
  saveItemField: { more: answer },
  saveInstallationInspectionItemField: { more: answer },
  getNotesForInstallationInspectionItem: {},
  addNoteToInstallationInspectionItem: { more: { content: 'A note' } },
  addNoteToItems: { more: { content: 'A note' } },
  removeNoteFromInstallationInspectionItem: {},
  getFilesForItem: {},
  getImagesForInstallationInspectionItem: {},
  getOtherFilesByInstallationInspectionItem: {},
  getOtherImagesByInstallationInspectionItem: {},
  addFileToItem: { more: { filename: 'a.txt', base64File: 'YQ==' } },
  addImageToInstallationInspectionItem: { more: { filename: 'a.png', base64Image: tinyPhoto() } },
  addItemFilesFromAnotherInspection: {},
  addItemImagesFromAnotherInspection: {},
  removeFileFromItem: {},
  removeImageFromInstallationInspectionItem: {},
  restoreFileToItem: { deletedIsFine: ['fileId'] },
  restoreImageToInstallationInspectionItem: { deletedIsFine: ['imageId'] },
  getImage: { more: { ext: '.png' } },
  getFile: { more: { ext: '.png' } },
  getFieldImage: { more: { ext: '.png' } },
  getReportsForCompany: {},
  getReportsForInspectionType: {},
  getReportsForInstallationInspection: {},
  getReportsForInstallation: {},
  executeReportCompany: {},
  executeReportInspectionType: { ok: 422 },
  executeReportInstallationInspection: { ok: 422, mixed: ANY_INSTALLATION },
  executeReportInstallationInspectionItem: { ok: 422, mixed: ANY_INSTALLATION },
  executeReportInstallations: { ok: 422, mixed: ANY_INSTALLATION },
  getReportRun: { more: { runId: '0190aaaa-0000-7000-8000-00000000dead' } },
  // administrators
  getCompanies: {},
  getCompany: {},
  getCompanyUsers: {},
  createCompany: { more: { name } },
  updateCompany: { more: { name } },
  addCompanyInspection: {},
  removeCompanyInspection: { deletedIsFine: ['inspectionId'] },
  getAdminInstallations: {},
  getAdminInstallationInspections: {},
  getAdminInstallationInspectionItems: {},
  createInstallation: { more: { name } },
  renameInstallation: { more: { name } },
  archiveInstallation: { more: { archived: true } },
  getAdminInspections: {},
  getAdminInspection: {},
  createInspection: { more: { name } },
  updateInspection: { more: { name } },
  addInspectionFieldsTemplate: {},
  removeInspectionFieldsTemplate: { ok: 404 },
  addInspectionItemType: {},
  removeInspectionItemType: {},
  updateInspectionItemType: {},
  getInspectionItemTypeUsage: {},
  getInspectionPrompts: {},
  getInspectionDefaultItems: {},
  createInspectionDefaultItem: { more: { name }, madeByCaller: ['defaultItemId'], unread: ['inspectionId'] },
  updateInspectionDefaultItem: { more: { name }, unread: ['inspectionId'] },
  deleteInspectionDefaultItem: {},
  sortInspectionDefaultItems: { more: { items: [] } },
  getItemTypes: {},
  getItemTypesStructured: {},
  getItemType: {},
  createItemType: { more: { name } },
  updateItemType: { more: { name } },
  addItemTypeParent: { ok: 422 },
  removeItemTypeParent: { ok: 404 },
  addItemTypeFieldsTemplate: {},
  removeItemTypeFieldsTemplate: { ok: 404 },
  getFieldTypes: {},
  getFieldsTemplates: { unread: ['fieldsTemplateTypeId'] },
  getFieldsTemplate: {},
  getFieldsTemplateUsage: {},
  createFieldsTemplate: { more: { name } },
  updateFieldsTemplate: { more: { name }, unread: ['fieldsTemplateTypeId'] },
  createField: { more: { name, order: 0 } },
  updateField: { more: { name }, unread: ['fieldsTemplateId'] },
  deleteField: {},
  getFieldUsage: {},
  getFieldOptionUsage: {},
  addFieldImage: { more: { base64: tinyPhoto(), path: 'a.png' }, madeByCaller: ['imageId'] },
  removeFieldImage: {},
  getReports: {},
  createReport: { more: { title: name, frx: template } },
  checkReport: { more: { frx: template } },
  deleteReport: {},
  getReportTypes: {},
  getReportTemplate: {},
  updateReport: { more: { title: name } },
  replaceReportTemplate: { more: { frx: template } },
  getReportVersions: {},
  restoreReportVersion: { more: { version: 1 } },
  getReportDatabaseForCompany: {},
  getReportDatabaseForInspectionType: {},
  getReportDatabaseForInspectionItem: {},
  getReportDatabaseForInstallationInspection: {},
  getReportDatabaseForInstallation: {},
  // devices
  getDevices: {},
  setDeviceAccess: { more: { access: 'locked' } },
  registerDevice: { more: { ...newDevice, name, appVersion: '1.0.0' }, madeByCaller: ['deviceId'], staff: 400 },
  registerDeviceAnew: { more: newDevice, madeByCaller: ['deviceId'] },
  pushChanges: { more: { message: {} }, ok: 400 },
  pullChanges: { more: { message: { ...speaks, upgradedFrom: null, epoch: null, scopes: {} } } },
  repairScope: { more: { message: {} }, ok: 400 },
  checkBlobs: { more: { sha256: [sha256] } },
  uploadBlob: { more: { sha256, content: '' } },
  downloadBlob: { more: { sha256 } },
  watchChanges: {},
  watchChangesAsDevice: {},
  getContentStatus: { more: { sha256 } },
  uploadContent: { more: { sha256, size: 1, content: '' } },
  // accounts, by administrators
  getUsers: {},
  createUser: { more: { name, email: 'new@example.test', role: 'viewer', password: null } },
  updateUser: { more: { name } },
  disableUser: {},
  enableUser: {},
  setUserPassword: { more: { password } },
  endUserSessions: {},
};
