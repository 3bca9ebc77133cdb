/** Least number of characters of a password; the server has the same limit. */
export const PASSWORD_LENGTH = 10;
