/**
 * Properties of a select whose list of choices belongs to its dialog, not to the page behind it, which assistive technology does not reach.
 * The list is placed in the window, so that the edge of the dialog does not cut it.
 */
export const CHOICES_IN_DIALOG = { withinPortal: false, floatingStrategy: 'fixed' } as const;
