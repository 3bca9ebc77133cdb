/** The fewest characters of a password somebody sets; the server holds to the same. */
export const PASSWORD_LENGTH = 10;
