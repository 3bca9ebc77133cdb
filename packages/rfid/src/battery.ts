/** Percentages at which the battery icon gains one step (CNST-09, battery thresholds). */
const BATTERY_STEPS = [5, 25, 35, 48, 60, 75, 95] as const;

/**
 * Step of the battery icon, 0 (empty) to 7 (full); a percentage equal to a threshold belongs to the upper step.
 * @returns null when the percentage is not known, which is not the same as empty
 */
export function batteryStep(percent: number | null): number | null {
  if (percent === null || Number.isNaN(percent)) return null;
  return BATTERY_STEPS.filter((border) => percent >= border).length;
}
