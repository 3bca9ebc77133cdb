/** Data of a sign-in through an identity provider that a tab keeps while the browser is at the provider. */

const KEY = 'holdfast:single-sign-on';

/** Stores the ticket of a sign-in in this tab. */
export function storeTicket(ticket: string): void {
  sessionStorage.setItem(KEY, ticket);
}

/**
 * Returns the ticket of a sign-in and deletes it.
 * @param query query of the address to which the provider redirected the browser
 */
export function readAnswer(query: string): { ticket: string; query: string } | null {
  const ticket = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return ticket === null || query === '' ? null : { ticket, query };
}
