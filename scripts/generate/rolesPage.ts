/** Page on the roles of accounts, generated from the contract. */
import type { Operation } from '../../packages/contract/src/base/operation.ts';
import { RIGHTS, roleHolds, ROLES, type RoleName } from '../../packages/contract/src/roles.ts';

const ROLE_NAMES: Readonly<Record<RoleName, string>> = {
  viewer: 'Viewer',
  inspector: 'Inspector',
  reportAuthor: 'Report author',
  companyAdministrator: 'Company administrator',
  administrator: 'Administrator',
};

const RIGHT_WORDS: Readonly<Record<(typeof RIGHTS)[number], string>> = {
  signedIn: 'Keeps the own account',
  read: 'Reads what the company owns, and prints reports',
  inspect: 'Records work',
  consult: 'Reads the lists of the administration',
  author: 'Makes and changes reports',
  manage: 'Administers people, particulars and installations of a company',
  administer: 'Sets the product up for every company',
};

/** The text of docs/roles.md. @param operations of the contract */
export function rolesPage(operations: readonly Operation[]): string {
  const roles = ROLES.map((role) => {
    const held = RIGHTS.filter((right) => roleHolds(role, right)).map((right) => `\`${right}\``);
    return `- ${ROLE_NAMES[role]}: ${held.join(', ')}`;
  });
  const sections = RIGHTS.map((right) => {
    const listed = operations
      .filter((operation) => operation.right === right)
      // The contract's own order depends on which of its modules is loaded first.
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, method, path }) => `- \`${name}\`: ${method} ${path}`);
    return `## ${right}\n\n${RIGHT_WORDS[right]}.\n\n${listed.join('\n')}\n`;
  });
  return `${PREAMBLE}\n${roles.join('\n')}\n\n${sections.join('\n')}`;
}

const PREAMBLE = `# Roles and rights

Every operation names one right, which the core checks for HTTP, synchronisation, imports, undo and restore alike. An account of a company sees
that company alone, whatever its role but that of an administrator. A report author without a company works for every company; a company
administrator always has one, gives its roles other than administrator, and touches no account of an administrator. Reports for every company
are read by the report authors of a company, and not changed.

This page is made from \`packages/contract/src\` by \`npm run documents\`.
`;
