const CBRT2 = 1.2599210498948732;
const SQR_CBRT2 = 1.5874010519681996;
const FACTORS = [1 / SQR_CBRT2, 1 / CBRT2, 1, CBRT2, SQR_CBRT2];

/** Cube root with exactly the result of .NET Core on Linux: a polynomial and one step of Halley's method. */
export function cubeRoot(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  let mantissa = Math.abs(x);
  let exponent = 0;
  if (mantissa < 2 ** -1022) {
    mantissa *= 2 ** 54;
    exponent -= 54;
  }
  const high = Math.floor(Math.log2(mantissa)) + 1;
  mantissa = high > 1000 ? mantissa / 2 ** 500 / 2 ** (high - 500) : mantissa / 2 ** high;
  exponent += high;
  while (mantissa >= 1) {
    mantissa /= 2;
    exponent++;
  }
  while (mantissa < 0.5) {
    mantissa *= 2;
    exponent--;
  }
  const root = approximation(mantissa);
  const cube = root * root * root;
  const part = ((root * (cube + 2 * mantissa)) / (2 * cube + mantissa)) * (FACTORS[2 + (exponent % 3)] ?? 1);
  return Math.sign(x) * part * 2 ** Math.trunc(exponent / 3);
}

function approximation(m: number): number {
  return (
    0.35489576504391984 +
    (1.508191937815849 -
      (2.114994941673713 -
        (2.4469312256353444 - (1.8346927748361308 - (0.7849323449766392 - 0.14526389938548637 * m) * m) * m) * m) *
        m) *
      m
  );
}
