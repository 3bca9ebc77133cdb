/** Generated from the contract by `npm run routes`; a test holds it to the operations. */

/** Where an operation is answered, and which of its keys travel where. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Keys in the query although the method has a body. */
  query: readonly string[];
  /** The one key that is the whole body; null: an object of all keys left. */
  body: string | null;
}

/** Every operation by name. */
export const routes = {
  createFirstAdministrator: { method: 'POST', path: '/ext/first-administrator', query: [], body: null },
  getInstance: { method: 'GET', path: '/ext/instance', query: [], body: null },
  getConditions: { method: 'GET', path: '/api/get-conditions', query: [], body: null },
  getInstallationInspectionItemCondition: {
    method: 'POST',
    path: '/api/get-installation-inspection-item-condition',
    query: [],
    body: null,
  },
  setCondition: { method: 'POST', path: '/api/set-condition', query: [], body: null },
  getAuditLogsForInstallationInspectionAndItem: {
    method: 'POST',
    path: '/api/get-audit-logs-for-installation-inspection-and-item',
    query: [],
    body: null,
  },
  createInstallationInspection: { method: 'POST', path: '/api/create-installation-inspection', query: [], body: null },
  getInstallationInspection: { method: 'POST', path: '/api/get-installation-inspection', query: [], body: null },
  getInstallationInspections: { method: 'POST', path: '/api/get-installation-inspections', query: [], body: null },
  getInstallation: { method: 'POST', path: '/api/get-installation', query: [], body: null },
  getInstallations: { method: 'GET', path: '/api/get-installations', query: [], body: null },
  getInstallationInspectionItemByInstallationAndItem: {
    method: 'POST',
    path: '/api/get-installation-inspection-item-by-installation-and-item',
    query: [],
    body: null,
  },
  getItemsForInstallationInspection: {
    method: 'POST',
    path: '/api/get-items-for-installation-inspection',
    query: [],
    body: null,
  },
  newItem: { method: 'POST', path: '/api/new-item', query: [], body: null },
  changePassword: { method: 'POST', path: '/ext/users/me/password', query: [], body: null },
  getCurrentUser: { method: 'GET', path: '/users/me', query: [], body: null },
  getSessions: { method: 'GET', path: '/ext/users/me/sessions', query: [], body: null },
  signIn: { method: 'POST', path: '/users/me/token', query: [], body: null },
  signOut: { method: 'DELETE', path: '/users/me/token', query: [], body: null },
} as const satisfies Record<string, Route>;
