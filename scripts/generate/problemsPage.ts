/** Page on the refusals of the API, generated from the contract's table. */

/** Entry of the page for one kind of refusal; `details` is a zod schema whose keys are listed. */
interface ProblemKind {
  status: number;
  message: string;
  details: object;
}

/**
 * The text of docs/problems.md.
 *
 * @param problems the table of the contract, by code.
 */
export function problemsPage(problems: Readonly<Record<string, ProblemKind>>): string {
  const kinds = Object.entries(problems).toSorted(
    ([a, { status: first }], [b, { status: second }]) => first - second || a.localeCompare(b),
  );
  const entries = kinds.map(([code, { status, message, details }]) => {
    const keys = keysOf(details);
    const listed = keys.length > 0 ? `\n\nDetails: ${keys.map((key) => `\`${key}\``).join(', ')}.` : '';
    return `## ${code}\n\nHTTP ${status}. ${message}${listed}\n`;
  });
  return `${PREAMBLE}\n${entries.join('\n')}`;
}

const PREAMBLE = `# Problems

Every refusal of the API is a problem document (RFC 9457, \`application/problem+json\`) with a stable \`code\`. Programs compare
the code; people read the \`title\`, which is the sentence below. Some kinds have \`details\`.

This page is made from \`packages/contract/src/base/problem.ts\` by \`npm run documents\`.
`;

function keysOf(details: object): string[] {
  if (!('shape' in details) || typeof details.shape !== 'object' || details.shape === null) return [];
  return Object.keys(details.shape);
}
