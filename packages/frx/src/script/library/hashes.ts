import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { Value } from '../../expression/values/values.ts';
import type { Call, NamedType } from '../binder/types/types.ts';
import { Obj } from '../runtime/objects.ts';
import { error } from '../runtime/values.ts';
import { byteArray, bytesOf } from './encoding.ts';
import { nullOf } from './collections/listHelpers.ts';
import { declare, need } from './registry.ts';
import type { Declarations } from './registry.ts';

/** System.Security.Cryptography: hashes of bytes, also keyed ones. Ciphers, keys and random numbers are not supported. */

/** Bytes hashed per step of the budget. */
const BYTES_PER_STEP = 16;

const ALGORITHMS = { MD5: md5, SHA1: sha1, SHA256: sha256, SHA384: sha384, SHA512: sha512 } as const;

type Algorithm = (typeof ALGORITHMS)[keyof typeof ALGORITHMS];

class HashObj extends Obj {
  readonly algorithm: Algorithm;
  key: Uint8Array | undefined;
  last: number[] | undefined;
  isDisposed = false;
  constructor(type: NamedType, algorithm: Algorithm, key?: Uint8Array) {
    super(type);
    this.algorithm = algorithm;
    this.key = key;
  }
}

function computed(c: Call, self: HashObj, bytes: readonly number[]): Value {
  if (self.isDisposed) throw error('ObjectDisposedException', 'Cannot access a disposed object.');
  for (let step = 0; step < bytes.length; step += BYTES_PER_STEP) c.rt.budget.step();
  const data = Uint8Array.from(bytes);
  self.last = [...(self.key ? hmac(self.algorithm, self.key, data) : self.algorithm(data))];
  return byteArray(c, self.last);
}

function part(buffer: Value, offset: number, count: number): number[] {
  const bytes = bytesOf(buffer, 'buffer');
  if (offset < 0) throw error('ArgumentOutOfRangeException', "Non-negative number required. (Parameter 'offset')");
  if (count < 0 || count > bytes.length) throw error('ArgumentException', 'Value was invalid.');
  if (bytes.length - count < offset)
    throw error(
      'ArgumentException',
      'Offset and length were out of bounds for the array or count is greater than the number of elements from index to the end of the source collection.',
    );
  return bytes.slice(offset, offset + count);
}

declare('System.Security.Cryptography', 'abstract class HashAlgorithm : IDisposable', {
  'byte[] ComputeHash(byte[] buffer)': (c, self: HashObj, buffer: Value) =>
    computed(c, self, buffer === null ? nullOf('buffer') : bytesOf(buffer)),
  'byte[] ComputeHash(byte[] buffer, int offset, int count)': (
    c,
    self: HashObj,
    buffer: Value,
    offset: number,
    count: number,
  ) => computed(c, self, part(buffer, offset, count)),
  'byte[] Hash { get; }': (c, self: HashObj) => (self.last ? byteArray(c, self.last) : null),
  'int HashSize { get; }': (_c, self: HashObj) => self.algorithm.outputLen * 8,
  'void Initialize()': (_c, self: HashObj) => void (self.last = undefined),
  'void Clear()': (_c, self: HashObj) => void (self.isDisposed = true),
  'void Dispose()': (_c, self: HashObj) => void (self.isDisposed = true),
});
declare('System.Security.Cryptography', 'abstract class KeyedHashAlgorithm : HashAlgorithm', {
  'byte[] Key { get; set; }': {
    get: (c, self: HashObj) => byteArray(c, [...(self.key ?? [])]),
    set: (_c, self: HashObj, key: Value) => void (self.key = Uint8Array.from(bytesOf(key, 'value'))),
  },
});
declare('System.Security.Cryptography', 'abstract class HMAC : KeyedHashAlgorithm');

for (const [name, algorithm] of Object.entries(ALGORITHMS)) {
  const creation: Declarations = {
    [`static ${name} Create()`]: () => new HashObj(need(name).open, algorithm),
  };
  declare('System.Security.Cryptography', `abstract class ${name} : HashAlgorithm`, creation);
  for (const suffix of name === 'MD5' ? ['CryptoServiceProvider'] : ['Managed', 'CryptoServiceProvider'])
    declare('System.Security.Cryptography', `sealed class ${name}${suffix} : ${name}`, {
      'new()': (c: Call) => new HashObj(c.type, algorithm),
    });
  declare('System.Security.Cryptography', `class HMAC${name} : HMAC`, {
    'new(byte[] key)': (c: Call, key: Value) => new HashObj(c.type, algorithm, Uint8Array.from(bytesOf(key, 'key'))),
  });
}
