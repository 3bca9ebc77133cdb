/**
 * Reads the bytes of an answer up to a maximum size, so that a server that sends without end cannot fill the memory.
 * @returns null when there are more; the rest is not read then
 */
export async function bytesWithin(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces ?? []) {
    size += piece.length;
    if (size > limit) return null;
    read.push(piece);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of read) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
