/** The part of a sign-in through an identity provider that a tab keeps while the browser is at the provider. */

const KEY = 'holdfast:single-sign-on';

/** Keeps the ticket of a sign-in in this tab. */
export function keepTicket(ticket: string): void {
  sessionStorage.setItem(KEY, ticket);
}

/**
 * Takes the ticket of a sign-in, once, for the answer of the provider.
 * @param query of the address at which the provider returned the browser
 */
export function takeAnswer(query: string): { ticket: string; query: string } | null {
  const ticket = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return ticket === null || query === '' ? null : { ticket, query };
}
