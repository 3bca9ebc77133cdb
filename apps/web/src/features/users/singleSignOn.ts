/** The part of a sign-in through an identity provider that a tab keeps while the browser is at the provider. */

const KEY = 'holdfast:single-sign-on';

/** Keeps the ticket of a sign-in in this tab. */
export function keepTicket(ticket: string): void {
  sessionStorage.setItem(KEY, ticket);
}

/** Takes the ticket of a sign-in and the answer of the provider, once, and removes the answer from the address. */
export function takeAnswer(): { ticket: string; query: string } | null {
  const ticket = sessionStorage.getItem(KEY);
  const { search: query, pathname } = window.location;
  sessionStorage.removeItem(KEY);
  window.history.replaceState(window.history.state, '', pathname);
  return ticket === null || query === '' ? null : { ticket, query };
}
