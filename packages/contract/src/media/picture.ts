/** A picture of a company or a person as it is uploaded: within the limits of photos. */
import { z } from 'zod';
import { IMAGE_BYTES } from './media.ts';

const BASE64_LENGTH = Math.ceil(IMAGE_BYTES / 3) * 4;
/** Bytes allowed for the head of a data URL. */
const HEAD_LENGTH = 200;
/** Bytes of a body allowed for the keys around the bytes. */
const REST_OF_BODY = 16 * 1024;

/** The longest body of an operation that takes a picture. */
export const PICTURE_BODY_BYTES = BASE64_LENGTH + REST_OF_BODY;

/** Bytes of a picture. */
export const PictureBytes = z
  .string()
  .min(1)
  .max(BASE64_LENGTH + HEAD_LENGTH)
  .describe(`Base64 of at most ${IMAGE_BYTES} bytes; the head of a data URL may stand before it.`);
