import type { MouseEvent } from 'react';

/**
 * Detection of double presses. When the first press opens the next item, the second one would hit that item. Users with gloves often press
 * twice, and an item that the user has not looked at must not get a condition.
 */

/** Time in ms after a step to the next item within which a press is taken to be meant for the previous item. */
const DOUBLE_PRESS_MS = 400;

let steppedAt = -Infinity;

/** Records that a choice has opened the next item. */
export function noteStep(): void {
  steppedAt = performance.now();
}

/** Records that the choice was undone: a user who pressed Undo has seen the item on screen, so the next press is meant for it. */
export function noteUndo(): void {
  steppedAt = -Infinity;
}

/** Stops a click or touch that follows such a step too soon to be meant for the item on screen. */
export function stopSecondPress(event: MouseEvent): void {
  // Clicks caused by a key have no click count.
  if (event.detail > 0 && performance.now() - steppedAt < DOUBLE_PRESS_MS) event.stopPropagation();
}
