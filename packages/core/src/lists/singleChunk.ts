/** Yields bytes in one piece, as the content of a download. */
export async function* singleChunk(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content);
}
