import { ExpressionError } from '../../expression/errors.ts';
import type { EnumValue, Value } from '../../expression/values/values.ts';
import { arrayOf } from '../binder/types/types.ts';
import type { Call } from '../binder/types/types.ts';
import { Obj, TypedArray } from '../runtime/objects.ts';
import type { Ref } from '../runtime/objects.ts';
import { error } from '../runtime/values.ts';
import { nullOf } from './collections/listHelpers.ts';
import { declareEnum } from './enums.ts';
import { need } from './registry.ts';
import type { Declarations } from './registry.ts';

/** System.Uri: parts of addresses and resolution of relative ones. Nothing here accesses a network. */

declareEnum('System', 'UriKind', { RelativeOrAbsolute: 0, Absolute: 1, Relative: 2 });
declareEnum('System', 'UriPartial', { Scheme: 0, Authority: 1, Path: 2, Query: 3 });

/** Supported schemes with their default ports. */
const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ftp: 21 };

class UriObj extends Obj {
  readonly original: string;
  /** Parts of an absolute address. */
  readonly url: URL | undefined;
  constructor(original: string, url: URL | undefined) {
    super(need('Uri').open);
    this.original = original;
    this.url = url;
  }
  /** The parts of the address. @throws InvalidOperationException for a relative address */
  get parts(): URL {
    if (!this.url) throw error('InvalidOperationException', 'This operation is not supported for a relative URI.');
    return this.url;
  }
  override nativeText(): string {
    return this.url ? readable(this.url.href) : this.original;
  }
  #comparable(): string {
    return this.url ? `${this.url.protocol}//${this.url.host}${this.url.pathname}${this.url.search}` : this.original;
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof UriObj && other.#comparable() === this.#comparable();
  }
  override nativeKey(): unknown {
    return `uri ${this.#comparable()}`;
  }
}

/** Unescapes an address, except for escapes of reserved characters and of bytes that are not valid text. */
function readable(address: string): string {
  return address.replaceAll(/(?:%[0-9A-Fa-f]{2})+/gu, (escaped) => {
    try {
      return decodeURI(escaped.replaceAll(/%(?=(?:2[1256789ABCF]|3[ABDF]|40|5[BD]|[01][0-9A-F]|7F))/giu, '%25')).replaceAll('%25', '%'); // prettier-ignore
    } catch {
      return escaped;
    }
  });
}

const wrong = (why = 'The format of the URI could not be determined.'): Error =>
  error('UriFormatException', `Invalid URI: ${why}`);

const scheme = (text: string): string | undefined => /^\s*([a-z][a-z\d+.-]*):/iu.exec(text)?.[1]?.toLowerCase();

/** Parses an address. Schemes whose parts .NET parses differently are refused. @throws UriFormatException */
function read(text: string, kind: number): UriObj {
  const found = scheme(text);
  if (kind === 2 || (found === undefined && kind === 0)) {
    if (kind === 2 && found !== undefined)
      throw error('UriFormatException', 'A relative URI cannot be created because the \'uriString\' parameter represents an absolute URI.'); // prettier-ignore
    return new UriObj(text, undefined);
  }
  if (text.trim() === '') throw wrong('The URI is empty.');
  if (found === undefined) throw wrong();
  if (PORTS[found] === undefined) throw new ExpressionError(`Addresses of '${found}:' are not available in scripts`);
  if (!/^\s*[a-z]+:\/\//iu.test(text)) throw wrong('The Authority/Host could not be parsed.');
  if (!/^\s*[a-z]+:\/\/[^/?#]/iu.test(text)) throw wrong('The hostname could not be parsed.');
  // .NET escapes these characters in other parts than the URL parser, and keeps non-ASCII hosts.
  if (/[\^|{}[\]"<>\\`]/u.test(text) || /^\s*[a-z]+:\/\/[^/?#]*[^\x20-\x7e]/iu.test(text))
    throw new ExpressionError('Addresses with these signs are not available in scripts');
  try {
    return new UriObj(text, new URL(text.trim()));
  } catch {
    throw wrong(/:\d*[^\d/?#]/u.test(text.slice(found.length + 3)) ? 'Invalid port specified.' : 'The hostname could not be parsed.'); // prettier-ignore
  }
}

/** Resolves an address relative to another one. */
function resolved(base: UriObj | null, relative: string): UriObj {
  const { parts } = base ?? nullOf('baseUri');
  return new UriObj(relative, new URL(relative, parts));
}

function tried(result: Ref, run: () => Value): boolean {
  try {
    result.write(run());
    return true;
  } catch (caught) {
    if (caught instanceof ExpressionError && !('typeName' in caught)) throw caught;
    result.write(null);
    return false;
  }
}

const port = (url: URL): number => (url.port === '' ? (PORTS[url.protocol.slice(0, -1)] ?? -1) : Number(url.port));
const segments = (url: URL): string[] => url.pathname.match(/[^/]+\/?|\//gu) ?? ['/'];
const user = ({ username, password }: URL): string => (password === '' ? username : `${username}:${password}`);
const part = (read_: (url: URL) => Value) => (_c: Call, self: UriObj) => read_(self.parts);

/** Members of System.Uri. */
export const uriMembers: Declarations = {
  'new(string uriString)': (_c, text: string | null) => read(text ?? nullOf('uriString'), 1),
  'new(string uriString, UriKind uriKind)': (_c, text: string | null, kind: EnumValue) =>
    read(text ?? nullOf('uriString'), kind.value),
  'new(Uri baseUri, string relativeUri)': (_c, base: UriObj | null, relative: string | null) =>
    resolved(base, relative ?? ''),
  'new(Uri baseUri, Uri relativeUri)': (_c, base: UriObj | null, relative: UriObj | null) =>
    resolved(base, (relative ?? nullOf('relativeUri')).original),
  'static bool TryCreate(string uriString, UriKind uriKind, out Uri result)': (
    _c,
    text: string | null,
    kind: EnumValue,
    result: Ref,
  ) => tried(result, () => read(text ?? '', kind.value)),
  'static bool TryCreate(Uri baseUri, string relativeUri, out Uri result)': (
    _c,
    base: UriObj | null,
    relative: string | null,
    result: Ref,
  ) => tried(result, () => resolved(base, relative ?? '')),
  'string OriginalString { get; }': (_c, self: UriObj) => self.original,
  'bool IsAbsoluteUri { get; }': (_c, self: UriObj) => self.url !== undefined,
  'string Scheme { get; }': part((url) => url.protocol.slice(0, -1)),
  'string Host { get; }': part((url) => url.hostname),
  'int Port { get; }': part(port),
  'bool IsDefaultPort { get; }': part((url) => url.port === ''),
  'string Authority { get; }': part((url) => url.host),
  'string AbsolutePath { get; }': part((url) => url.pathname),
  'string LocalPath { get; }': part((url) => decodeURIComponent(url.pathname)),
  'string Query { get; }': part((url) => url.search),
  'string Fragment { get; }': part((url) => url.hash),
  'string PathAndQuery { get; }': part((url) => url.pathname + url.search),
  'string UserInfo { get; }': part(user),
  'string AbsoluteUri { get; }': part((url) => url.href),
  'bool IsLoopback { get; }': part((url) => /^(?:localhost|127\..*|\[::1\])$/u.test(url.hostname)),
  'bool IsFile { get; }': part(() => false),
  'bool IsUnc { get; }': part(() => false),
  'string[] Segments { get; }': part((url) => new TypedArray(arrayOf(need('String').open), segments(url))),
  'string GetLeftPart(UriPartial part)': (_c, self: UriObj, to: EnumValue) => {
    const { protocol, host, pathname, search } = self.parts;
    const start = `${protocol}//`;
    const authority = `${start}${user(self.parts) === '' ? '' : `${user(self.parts)}@`}${host}`;
    return [start, authority, authority + pathname, authority + pathname + search][to.value] ?? '';
  },
  'static bool operator ==(Uri a, Uri b)': (_c, a: UriObj | null, b: UriObj | null) =>
    a === b || (a !== null && b !== null && a.nativeEquals(b)),
  'static bool operator !=(Uri a, Uri b)': (_c, a: UriObj | null, b: UriObj | null) =>
    !(a === b || (a !== null && b !== null && a.nativeEquals(b))),
};
