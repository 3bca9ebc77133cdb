import { BarcodeError } from './types.ts';

/** Returns the text if it consists of digits; throws otherwise. */
export function digitsOf(text: string): string {
  if (!/^\d+$/.test(text)) throw new BarcodeError('The barcode accepts only digits.');
  return text;
}

/** Pads with leading zeros to the length; a longer text is cut at the end. */
export function fixedLength(text: string, length: number): string {
  return text.padStart(length, '0').slice(0, length);
}

/** The check digit of GS1 and of the 2 of 5 codes: weights 3, 1, 3 … from the right. */
export function checkDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const fromRight = digits.length - index;
    sum += Number(digits[index]) * (fromRight % 2 === 0 ? 1 : 3);
  }
  return String((10 - (sum % 10)) % 10);
}

/** The check digit of the German post: weights 4, 9, 4 … from the right. */
export function postCheckDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const fromRight = digits.length - index;
    sum += Number(digits[index]) * (fromRight % 2 === 0 ? 9 : 4);
  }
  return String((10 - (sum % 10)) % 10);
}

/** The Luhn check digit: every second digit counts twice, beginning with the last, as the sum of its own digits. */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[index]);
    sum += (digits.length - index) % 2 === 0 ? digit : ((digit * 2) % 10) + Math.floor(digit / 5);
  }
  return String((10 - (sum % 10)) % 10);
}

/** Digits of a fixed length with the check digit last, computed or taken from the text. */
export function withCheckDigit(text: string, length: number, compute: boolean): string {
  if (!compute) return digitsOf(fixedLength(text, length));
  const digits = digitsOf(fixedLength(text, length - 1));
  return digits + checkDigit(digits);
}
