/** Error: the bytes of a content differ from those that were stored, and cannot be read. */
export class DamagedContent extends Error {
  override name = 'DamagedContent';
  constructor() {
    super('A photo or file on this device is damaged.');
  }
}
