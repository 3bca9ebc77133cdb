/** The address that the login proposes: a user who has just chosen a password need not type the address that the letter named. */
let proposed = '';

/** Makes the login propose an address until the page is loaded again. */
export function proposeAddress(email: string): void {
  proposed = email;
}

/** Returns the address that the login proposes; empty for none. */
export function proposedAddress(): string {
  return proposed;
}
