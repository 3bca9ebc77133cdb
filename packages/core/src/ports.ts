import type {
  DATA_SET_FORMATS,
  Instance,
  PasskeyAssertion,
  PasskeyAttestation,
  PhotoEdit,
  RENDITIONS,
  REPORT_FORMATS,
  ReportRun,
  Role,
  DialogAnswers,
  ReportDialog,
  TemplateFinding,
  Weather,
} from '@holdfast/contract';
import type { CompileFormula } from '@holdfast/contract/rules';

import type { Quotas } from './quotas.ts';
import type { TimelineSource } from './timeline.ts';

/** Interfaces from core to the outside. A host provides them; core itself uses neither Node nor DOM. */
export interface Ports {
  clock: {
    /** Milliseconds UTC. */
    now(): number;
    /** Yields to other work in the event loop during long work; resolves once waiting work has run. */
    rest(): Promise<void>;
  };
  ids: {
    /** A new UUID version 7 for a moment in milliseconds UTC. */
    next(now: number): string;
  };
  passwords: {
    /** Returns true when a password is among the most common ones. */
    isCommon(password: string): Promise<boolean>;
    /** An argon2id hash in PHC form. */
    hash(password: string): Promise<string>;
    /**
     * Returns true when the password matches. With null in place of a hash it returns false after the same time, so that an unknown address
     * cannot be distinguished from a wrong password.
     */
    verify(hash: string | null, password: string): Promise<boolean>;
  };
  /** Lifetime of a session, in ms. */
  sessions: {
    /** Without being used. */
    idleMs: number;
    /** In any case. */
    absoluteMs: number;
  };
  secrets: {
    /** 256 random bits, base64url. */
    next(): string;
  };
  secondFactors: SecondFactors;
  /** Encrypts secrets that the server has to read again, such as those of authenticator apps, before they are stored. */
  vault: {
    /** Encrypts a text. @param about the record it belongs to; it can be opened for no other */
    seal(text: string, about: string): string;
    /** Decrypts a text; one that was never sealed is returned as it is. @returns null when none of the keys opens it */
    open(stored: string, about: string): string | null;
    /** Returns true when a text is sealed with the key in use. */
    isCurrent(stored: string): boolean;
  };
  singleSignOn: SingleSignOn;
  weather: {
    /** Returns the weather known for a place, at once and without a request; null when none is known. May start a refresh in the background. */
    at(latitude: number, longitude: number, now: number): Weather | null;
  };
  /** The way in which PostgreSQL is asked for its timeline; null or absent where there is none, or none can be read. */
  timeline?: TimelineSource | null;
  instance: {
    version: string;
    /** Returns the sign-ins of a demo server; null on any other. */
    demo(): Instance['demo'];
    /** Returns the code needed to create the first account; null where accounts are created otherwise. */
    setupCode(): string | null;
    /** True when desktops have to encrypt what they keep. */
    mustEncrypt: boolean;
  };
  mail: {
    /**
     * Called when a letter was queued. Returns before it is sent, so that the response time does not reveal whether an account exists.
     */
    wake(): void | Promise<void>;
  };
  blobs: Blobs;
  images: {
    /**
     * Decodes a photo to the end and makes its upright copies, in bounded memory and a few at a time.
     * @param scopeId the scope it belongs to, by which the queue shares its slots fairly
     * @returns null when it does not decode, or has more pixels than any camera makes
     */
    decode(bytes: Uint8Array, scopeId: string): Promise<DecodedImage | null>;
    /**
     * Draws a photo rotated, cropped and marked.
     * @param edge longest edge of the result, in pixels
     * @returns an upright JPEG; null when the photo does not decode
     */
    draw(bytes: Uint8Array, edit: PhotoEdit, edge: number, scopeId: string): Promise<Uint8Array | null>;
  };
  starters: {
    /** Texts of the setups that come with Holdfast, by id. */
    all(): Promise<ReadonlyMap<string, string>>;
  };
  formulas: {
    /** The compiler of expressions in the language of reports, loaded when rules of templates first need it. */
    compiler(): Promise<CompileFormula>;
  };
  reports: Reports;
  spreadsheets: Spreadsheets;
  /** Limits of requests, uploads, prints and storage. */
  quotas: Quotas;
  uploads: {
    /** The most bytes of a photo and of a file (product decision 22). */
    limits: Instance['uploadLimits'];
    /**
     * Reserves memory for the bytes of a large body, before any of them is read.
     * @returns a function that releases it, idempotent; null while too much is in flight
     */
    take(bytes: number): (() => void) | null;
    /** The bytes of a base64 text; null when it is none. */
    fromBase64(text: string): Uint8Array<ArrayBuffer> | null;
    /** Bytes as a base64 text. */
    toBase64(bytes: Uint8Array): string;
    /** A text as bytes, in UTF-8. */
    toUtf8(text: string): Uint8Array;
    /** The text of bytes in UTF-8; invalid sequences become U+FFFD. */
    fromUtf8(bytes: Uint8Array): string;
  };
}

/** Second factors: their formats are known to the host alone (product decision 47). */
interface SecondFactors {
  /** Returns true when the operator requires a second factor of accounts with a role. */
  isRequiredOf(role: Role): boolean;
  /** Makes the secret of an authenticator app, and its address for a QR code. */
  newTotp(email: string): { secret: string; uri: string };
  /** Returns the time step of a code, that of a moment or a neighbour of it; null for a wrong code. @param now milliseconds UTC */
  totpStep(secret: string, code: string, now: number): number | null;
  /** Makes a recovery code of 120 random bits. */
  newRecoveryCode(): string;
  /** Address at which browsers make and use passkeys; null: passkeys are not offered. */
  passkeyAddress(): string | null;
  /** Returns the options for making a passkey, and the challenge in them. @param known ids of passkeys that exist */
  passkeyCreation(
    user: { id: string; email: string; name: string },
    known: readonly string[],
  ): Promise<PasskeyChallenge>;
  /** Verifies a made passkey. @returns null when it does not answer the challenge */
  verifyCreation(
    credential: PasskeyAttestation,
    challenge: string,
  ): Promise<{ credentialId: string; publicKey: string; counter: number } | null>;
  /** Returns the options for using one of an account's passkeys, and the challenge in them. */
  passkeyRequest(known: readonly string[]): Promise<PasskeyChallenge>;
  /** Verifies the use of a passkey. @returns its signature counter; null when it does not answer the challenge */
  verifyUse(
    assertion: PasskeyAssertion,
    challenge: string,
    passkey: { credentialId: string; publicKey: string; counter: number },
  ): Promise<number | null>;
}

/** Client of identity providers, which speak OpenID Connect. Failures are answered in words for administrators. */
interface SingleSignOn {
  /** Address to which a provider returns the browser. */
  redirectAddress(): string;
  /** Reads the configuration of an issuer. @returns a reason why no one can sign in through it; null: there is none */
  check(issuer: string): Promise<string | null>;
  /** Begins a sign-in by authorization code with PKCE. @param email of the person, as a hint */
  begin(client: ProviderClient, email: string): Promise<BegunSignOn | { problem: string }>;
  /** Exchanges the code that a provider answered for what it says about the person. @param query of the address it returned to */
  finish(
    client: ProviderClient,
    begun: Pick<BegunSignOn, 'state' | 'nonce' | 'verifier'>,
    query: string,
  ): Promise<ProviderClaims | { problem: string }>;
}

/** Registration of this server with an identity provider. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  /** null: a public client. */
  clientSecret: string | null;
}

/** A sign-in that was begun. */
interface BegunSignOn {
  /** Address of the provider to which the browser goes. */
  address: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** Verified statements of an identity provider about a person. */
export interface ProviderClaims {
  subject: string;
  /** As it was claimed; null when it was not. */
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  /** All claims, for the one that gives a role. */
  all: Readonly<Record<string, unknown>>;
}

/** Options for the browser's passkey dialog. */
interface PasskeyChallenge {
  challenge: string;
  options: Record<string, unknown>;
}

/** The longest edge, in pixels, of an upright copy of a photo. */
export type Rendition = (typeof RENDITIONS)[number];

/** A photo that was decoded. */
export interface DecodedImage {
  /** Pixels, upright. */
  width: number;
  height: number;
  /** Upright JPEG copies; a photo smaller than a copy is not enlarged. */
  renditions: Record<Rendition, Uint8Array>;
}

/** Identifies stored bytes: a content within a scope, or an upright copy of it. */
export interface BlobKey {
  scopeId: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** null: the original. */
  rendition: Rendition | null;
}

/** Identifies an original that is being received. */
export interface PartKey extends Pick<BlobKey, 'scopeId' | 'sha256'> {
  /**
   * Id of the user or desktop that sends it. What one sends is separate from what others send, so that wrong bytes and a slow connection delay no one
   * else. Absent: this host receives for itself.
   */
  sender?: string;
}

/** Bytes in a file of this machine, read on demand. */
export interface FileBytes {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
}

/** Bytes by content, once per scope (data decision 20). A content becomes readable only when it is complete and durable. */
export interface Blobs {
  /**
   * Stores an original. Storing the same content again takes no space.
   * @returns null when it is longer than the limit; nothing is kept then
   */
  put(
    scopeId: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    limitBytes: number,
  ): Promise<{ sha256: string; size: number } | null>;
  /** Stores an upright copy beside its original; it can be regenerated, so it need not be durable. */
  putRendition(key: BlobKey & { rendition: Rendition }, content: Uint8Array): Promise<void>;
  /** Its size in bytes; null when it is not stored. */
  size(key: BlobKey): Promise<number | null>;
  /** All its bytes; null when it is not stored, or cannot be read. */
  get(key: BlobKey): Promise<Uint8Array | null>;
  /** Its file, for threads that read it themselves; null when it is not stored, or not in a file of this machine. */
  file(key: BlobKey): Promise<FileBytes | null>;
  /**
   * Streams all bytes, or those from `start` to `end`, both included; null when it is not stored.
   * @param range within its size
   */
  open(key: BlobKey, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Address at which any caller fetches an original for a short time, under the given headers; null when this host has to send it. Absent
   * where it always has to. The caller has checked the rights.
   */
  address?(
    key: Pick<BlobKey, 'scopeId' | 'sha256'>,
    headers: { contentType: string; contentDisposition: string },
  ): Promise<string | null>;
  /** Number of bytes received of an original that is not complete. */
  received(key: PartKey): Promise<number>;
  /**
   * Appends bytes of an original that is uploaded in parts; stored parts survive a lost connection and a restart. After the last byte the
   * original is verified and moved into place; when its hash differs, all parts are deleted. A call without bytes at the end does the same, for
   * an original that was complete when the power was cut.
   * @param offset position of the bytes in the original; only the end of the stored parts is accepted
   * @param size of the complete original in bytes; several sizes when it is not known which of them is right: the original is complete as soon as it
   * has one of them and the hash
   */
  append(
    key: PartKey,
    content: AsyncIterable<Uint8Array>,
    offset: number,
    size: number | readonly number[],
  ): Promise<Appended>;
  /** Time at which an original was stored last; null when it is missing. */
  storedAt(key: Pick<BlobKey, 'scopeId' | 'sha256'>): Promise<number | null>;
  /** The stored originals, with the time each was stored last, milliseconds UTC. */
  list(): AsyncIterable<StoredBlob>;
  /** Reads an original and compares it with its hash. */
  check(key: Pick<BlobKey, 'scopeId' | 'sha256'>): Promise<'whole' | 'damaged' | 'missing'>;
  /**
   * Returns false when an original was found damaged before it is served; it is set aside then. Where nothing else has the content, as on a
   * desktop, it is served as it is.
   */
  mayServe(key: Pick<BlobKey, 'scopeId' | 'sha256'>): Promise<boolean>;
  /** Moves a damaged original to a folder from which it is not served, so that an upload can replace it. Its copies stay. */
  setAside(key: Pick<BlobKey, 'scopeId' | 'sha256'>): Promise<void>;
  /** Returns the originals that `mayServe` set aside since the last call. */
  newlySetAside(): Pick<BlobKey, 'scopeId' | 'sha256'>[];
  /** Removes an original, its copies and the part of it that has arrived; does nothing when nothing of it is stored. */
  delete(key: Pick<BlobKey, 'scopeId' | 'sha256'>): Promise<void>;
}

/** A stored original. */
export interface StoredBlob {
  scopeId: string;
  sha256: string;
  /** Time at which it was stored last; milliseconds UTC. */
  storedAt: number;
}

/** State of an original. `refused`: the reason why not all bytes were accepted; `busy` while another upload of it is under way. */
export interface Appended {
  received: number;
  refused: 'offset' | 'length' | 'hash' | 'busy' | null;
}

/** Result of checking a template: findings, or the reason why it cannot be read. */
export type TemplateCheck =
  | { readable: true; findings: TemplateFinding[] }
  | { readable: false; findings: [TemplateFinding] };

/** Type of a column of a data set. A `moment` is a `Date` whose UTC parts show the time of day at the installation. */
export type DataType = 'text' | 'integer' | 'decimal' | 'boolean' | 'moment' | 'bytes';

/** A table of a data set as a template sees it. */
export interface DataShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: DataType }[];
}

/** Value of a cell of a data set. A file that is missing when it is read counts as null. */
export type DataCell = string | number | boolean | Date | Uint8Array | FileBytes | null;

/** A table with its rows. */
export interface DataTable extends DataShape {
  /**
   * The rows, cells in the order of the columns, read from the database as they are asked for.
   * @param wantsBytes whether the bytes of a column are to be read; the cells of others are null
   */
  rows(wantsBytes: (column: string) => boolean): AsyncIterable<readonly DataCell[]>;
}

/** The data of a report. */
export interface DataSet {
  readonly name: string;
  readonly tables: readonly DataTable[];
  readonly relations: readonly { parent: string; parentColumn: string; child: string; childColumn: string }[];
}

/** The user for whom heavy work is done, by which the queue shares its slots between users and companies. */
export interface Requester {
  readonly userId: string;
  /** null for staff of the operator. */
  readonly companyId: string | null;
}

/** Report templates: FastReport's format is known to the host alone. */
export interface Reports {
  /**
   * Reads a template and checks it against the tables it can use. Bounded in time and memory for any template; null while too many are
   * being checked.
   */
  check(template: Uint8Array, tables: readonly DataShape[], by: Requester): Promise<TemplateCheck | null>;
  /** Queues and prints a report within limits of time and memory; resolves when it is complete, or for `pages` when it begins. */
  print(report: ReportToPrint): Promise<PrintedReport>;
  /** Returns the progress of a user's report; null when it is not in progress. */
  progress(userId: string, runId: string): Promise<ReportRun | null>;
  /** A data set as a file, generated while it is sent. */
  pack(dataSet: DataSet, format: (typeof DATA_SET_FORMATS)[number]): AsyncIterable<Uint8Array>;
}

/** A report to print. */
export interface ReportToPrint {
  template: Uint8Array;
  dataSet: DataSet;
  format: (typeof REPORT_FORMATS)[number];
  title: string;
  /** Answers to its dialogs; absent: no dialog is asked. */
  answers?: DialogAnswers | undefined;
  /** Local time at the subject of the report, as milliseconds of the same date and time of day in UTC. */
  now: number;
  /** Id of the requesting user, by which the queue shares its turns. */
  userId: string;
  /** The user's company; null for staff of the operator. */
  companyId: string | null;
  /** The call that requests it. The same call of the same user on another server gets the same report. */
  call: { operation: string; input: unknown };
  /** Id under which `progress` returns its state; absent when it is not asked for. */
  runId: string | undefined;
  /** Aborted when no caller waits for it any more. */
  gone: Cancellation | undefined;
}

/** Bytes that can be read once, in copies or in a reused buffer. */
export interface ReadOnceBytes extends AsyncIterable<Uint8Array> {
  /** Length in bytes. */
  readonly size: number;
  /**
   * Passes the pieces to `take` in order, in the same memory: each is valid until its `take` is fulfilled. A consumer that sends them at once
   * leaves no garbage to collect, which for a large file would block all other calls.
   * @throws what `take` throws, and what reading throws
   */
  forEachPiece(take: (piece: Uint8Array) => Promise<void>): Promise<void>;
}

/** A printed report, the reason why it cannot be printed, or when to retry. */
export type PrintedReport =
  | {
      kind: 'printed';
      content: AsyncIterable<Uint8Array>;
      /** Findings for its author: objects that could not be drawn or calculated. None for a picture of the first page. */
      warnings: readonly TemplateFinding[];
    }
  /** The report waits for the answer to a dialog. */
  | { kind: 'asked'; dialog: ReportDialog }
  | { kind: 'failed'; finding: TemplateFinding }
  | { kind: 'busy'; retryAfterSeconds: number };

/** The subset of `AbortSignal` that core uses. */
export interface Cancellation {
  readonly aborted: boolean;
  addEventListener(event: 'abort', listener: () => void, options?: { once?: boolean }): void;
}

/** Value of a cell of a spreadsheet. A `Date` shows its day and time of day in its UTC parts, in no zone. */
export type SheetCell = string | number | boolean | Date | null;

/** The rows of a spreadsheet, or the reason why it cannot be read, with the remedy. */
export type ReadSheet = { kind: 'read'; rows: SheetCell[][] } | { kind: 'refused'; reason: string };

/** Spreadsheets: their formats are known to the host alone. */
export interface Spreadsheets {
  /**
   * Reads the first sheet of a workbook, or a CSV, recognised by content. Bounded in time and memory for any file.
   * @param by the requesting user, by which the queue shares its turns
   * @returns null while too many are being read
   */
  read(by: Requester, bytes: Uint8Array, limits: { rows: number; columns: number }): Promise<ReadSheet | null>;
  /**
   * Writes rows as a workbook; the first are its headings. No spreadsheet program interprets a cell as a formula; `read` returns the same
   * cells.
   * @returns null while too many are being written; tooLarge when the cells need more memory than a workbook may take
   */
  workbook(by: Requester, rows: readonly (readonly SheetCell[])[]): Promise<Uint8Array | 'tooLarge' | null>;
  /** Writes rows as CSV under the same rules, as a stream: any number of rows in the memory of a few hundred. */
  csv(rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>): AsyncIterable<Uint8Array>;
}
