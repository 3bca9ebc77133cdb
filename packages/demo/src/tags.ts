/** RFID tags as a handheld writes them: a fixed header and a counter. */

/** The tag of a number. */
export function tagNumber(number: number): string {
  return `E2000000${number.toString(16).toUpperCase().padStart(16, '0')}`;
}
