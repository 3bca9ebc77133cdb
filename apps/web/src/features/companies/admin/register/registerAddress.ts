/** Returns the address at which the items of an installation are downloaded as a spreadsheet. */
export function registerAddress(installationId: string, format: 'xlsx' | 'csv'): string {
  return `/ext/admin/installations/${installationId}/register?format=${format}`;
}
