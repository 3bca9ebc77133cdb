import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the fonts that are part of the package. */
export const SHIPPED = fileURLToPath(new URL('../../fonts/', import.meta.url));

/** A bold sans-serif face that every machine has. */
export const BOLD_SANS = join(SHIPPED, 'LiberationSans-Bold.ttf');
