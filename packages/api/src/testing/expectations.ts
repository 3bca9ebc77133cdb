import type { OperationName } from '@holdfast/contract';

/** What the matrix has to know of an operation that its contract does not say. */
export interface Expectation {
  /** Keys of the input that are no ids of rows. */
  more?: Record<string, unknown>;
  /** Status of a call that succeeds; 200 unless said. */
  ok?: number;
  /** Why two own ids that belong to different installations are fine together; absent: `notFound`. */
  mixed?: string;
  /** Why a deleted row is still answered for these keys. */
  deletedIsFine?: readonly string[];
  /** Keys whose ids nobody looks up before something else is refused, with the status that is answered instead of 404. */
  unknownAnswers?: Readonly<Record<string, number>>;
}

/** Every operation. One that is missing fails the matrix. */
export const expectations: Record<OperationName, Expectation> = {
  signIn: { more: { email: 'nobody@example.test', password: 'wrong' }, ok: 401 },
  signOut: { ok: 204 },
  getCurrentUser: {},
  getSessions: {},
  changePassword: { more: { currentPassword: 'wrong', newPassword: 'long enough for anybody' } },
  getInstance: {},
  createFirstAdministrator: {
    more: { setupCode: '', name: 'A', email: 'a@example.test', password: 'long enough for anybody' },
    ok: 404,
  },
  getConditions: {},
  setCondition: { unknownAnswers: { conditionId: 404 } },
  getInstallationInspectionItemCondition: {},
  getAuditLogsForInstallationInspectionAndItem: { deletedIsFine: ['installationInspectionId', 'itemId'] },
  getInstallations: {},
  getInstallation: {},
  getInstallationInspections: {},
  getInstallationInspection: {},
  getItemsForInstallationInspection: {},
  getInstallationInspectionItemByInstallationAndItem: {},
} as never;
