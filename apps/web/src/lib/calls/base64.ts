/** Returns the base64 of bytes, without the prefix of a data URL. @throws {DOMException} when the browser cannot read them any more */
export function base64Of(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const url = reader.result as string;
      resolve(url.slice(url.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('These bytes cannot be read.')));
    reader.readAsDataURL(bytes);
  });
}
