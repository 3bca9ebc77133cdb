/** Set by the build of a release. */
declare const HOLDFAST_VERSION: string | undefined;

/** The version of this build. */
export const VERSION = typeof HOLDFAST_VERSION === 'string' ? HOLDFAST_VERSION : '0.1.0';
