import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the fonts that come with the package. */
export const SHIPPED = fileURLToPath(new URL('../../fonts/', import.meta.url));

/** A bold sans-serif face that is there on every machine. */
export const BOLD_SANS = join(SHIPPED, 'LiberationSans-Bold.ttf');
