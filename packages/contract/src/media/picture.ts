/** An uploaded picture of a company or a person, within the limits of photos. */
import { base64Length, base64Of } from '../base/base64.ts';
import { IMAGE_BYTES } from './media.ts';

/** Bytes of a body allowed for its other keys. */
const REST_OF_BODY = 16 * 1024;

/** Maximum size of the body of an operation with a picture. */
export const PICTURE_BODY_BYTES = base64Length(IMAGE_BYTES) + REST_OF_BODY;

/** Bytes of a picture. */
export const PictureBytes = base64Of(IMAGE_BYTES);
