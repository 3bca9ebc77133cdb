/**
 * The tables that are not synchronised, column by column: accounts, sessions, devices, contents, answers of repeated calls. The types of
 * their rows are derived from them, and a test compares them with the catalogues of both engines.
 */
import { AUDIT_AREAS } from '@holdfast/contract';
import { ChangeOp } from '@holdfast/contract/sync';
import { ROLES } from '@holdfast/contract/roles';
import { DeviceRecord, Head, LogEntry, RECORDS } from '@holdfast/sync';
import { z } from 'zod';

/** A moment: milliseconds UTC. */
const moment = z.int();

/** An account. E-mail address and password never leave the server (data decision 2). */
const UserRow = z.strictObject({
  id: z.string(),
  /** As written; compared by `emailKey`. */
  email: z.string(),
  /** The address in lower case and Unicode normal form C: unique. */
  emailKey: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /** null: staff of the operator of the system. */
  companyId: z.string().nullable(),
  /** argon2id, in PHC form; null until a password was set. */
  passwordHash: z.string().nullable(),
  disabledAt: moment.nullable(),
  createdAt: moment,
  updatedAt: moment,
  /** Time at which name and address were erased; null: they were not. */
  erasedAt: moment.nullable(),
  /** Names and addresses that still have to be removed from what is stored, as JSON; null: none. */
  namesToEraseJson: z.string().nullable(),
  qualification: z.string(),
  certificateNumber: z.string(),
  /** A date as 2027-05-31; empty: none. */
  certificateExpiresOn: z.string(),
  /** SHA-256 of the image of the signature, which lies in the library's folder; null: none. */
  signature: z.string().nullable(),
});
export type UserRow = z.infer<typeof UserRow>;

/** A session of an account. The token itself is never stored. */
const TokenRow = z.strictObject({
  id: z.string(),
  /** SHA-256 of the token, hexadecimal. */
  hash: z.string(),
  userId: z.string(),
  /** Name of the browser or device, as it reports itself, shortened. */
  device: z.string(),
  createdAt: moment,
  lastUsedAt: moment,
  /** The token is invalid after it. */
  expiresAt: moment,
  revokedAt: moment.nullable(),
  /** Time at which the session was confirmed by a second factor; null: by none. */
  secondFactorAt: moment.nullable(),
  /** The session ends then in any case; null: only by its lifetime. */
  endsAt: moment.nullable(),
  /** The identity provider by which it was opened; null: by a password. */
  providerId: z.string().nullable(),
});

/** A yes or no. */
const flag = z.int().min(0).max(1);

/** An identity provider through which people of a company sign in. */
const IdentityProviderRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** null: staff of the operator. */
  companyId: z.string().nullable(),
  issuer: z.string(),
  clientId: z.string(),
  /** Sealed by a key of the server; null: the client has none. */
  clientSecret: z.string().nullable(),
  /** Mail domains in lower case. */
  domainsJson: z.string(),
  trustsAddresses: flag,
  createsAccounts: flag,
  defaultRole: z.enum(['inspector', 'viewer', 'administrator']).nullable(),
  /** Empty: no claim gives a role. */
  roleClaim: z.string(),
  rolesJson: z.string(),
  trustsSecondFactor: flag,
  sessionDays: z.int(),
  enabled: flag,
  createdAt: moment,
  updatedAt: moment,
});
export type IdentityProviderRow = z.infer<typeof IdentityProviderRow>;

/** A person as known to an identity provider, and the linked account. */
const ExternalIdentityRow = z.strictObject({
  providerId: z.string(),
  /** The provider's own name for the person, which never changes. */
  subject: z.string(),
  userId: z.string(),
  createdAt: moment,
  lastUsedAt: moment,
});

/** A sign-in that waits for the answer of an identity provider, or for a second factor after it. */
const SingleSignOnRow = z.strictObject({
  /** SHA-256 of the ticket that the page keeps, hexadecimal. */
  ticketHash: z.string(),
  providerId: z.string(),
  /** Values that the provider's answer must repeat, and the proof that the code was requested here (PKCE). */
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The account, once the provider has answered; null before. */
  userId: z.string().nullable(),
  expiresAt: moment,
});
export type SingleSignOnRow = z.infer<typeof SingleSignOnRow>;

/** A second factor of an account. */
const SecondFactorRow = z.strictObject({
  id: z.string(),
  userId: z.string(),
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  /** Of an app: its secret, base32. Of a passkey: the public key, base64url. */
  secret: z.string(),
  /** Of a passkey: its id, base64url; null for an app. */
  credentialId: z.string().nullable(),
  /** Of an app: the last time step whose code was accepted. Of a passkey: its signature counter. */
  counter: z.int(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
});
export type SecondFactorRow = z.infer<typeof SecondFactorRow>;

/** A recovery code of an account. */
const RecoveryCodeRow = z.strictObject({
  /** SHA-256 of the code, hexadecimal; the code has 120 random bits. */
  hash: z.string(),
  userId: z.string(),
  createdAt: moment,
  usedAt: moment.nullable(),
});

/** A step of adding a second factor, or of a sign-in by passkey, that waits for the browser's answer. */
const FactorChallengeRow = z.strictObject({
  id: z.string(),
  userId: z.string(),
  kind: z.enum(['totp', 'newPasskey', 'passkey']),
  /** The secret of an app, or the challenge of a passkey. */
  secret: z.string(),
  expiresAt: moment,
});
export type FactorChallengeRow = z.infer<typeof FactorChallengeRow>;

/** A one-time link to set a new password. */
const PasswordResetRow = z.strictObject({
  /** SHA-256 of the secret in the link, hexadecimal. */
  hash: z.string(),
  userId: z.string(),
  createdAt: moment,
  expiresAt: moment,
  usedAt: moment.nullable(),
});

/** A mail of the server. */
const LetterRow = z.strictObject({
  id: z.string(),
  kind: z.enum(['passwordReset', 'invitation']),
  /** The account that its link is for. */
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** Name of the administrator who invites; empty in other letters, and once nothing is tried any more. */
  invitedBy: z.string(),
  /** Secret of its link, encrypted for this letter; null once nothing is tried any more. */
  secret: z.string().nullable(),
  /** End of the link. */
  expiresAt: moment,
  /** `requested`: only the address is known; link and mail are written after the answer. */
  state: z.enum(['requested', 'waiting', 'sent', 'outbox', 'failed']),
  /** Number of tries. */
  attempts: z.int(),
  /** Reason why the last try failed. */
  reason: z.string().nullable(),
  createdAt: moment,
  /** Moment of the next try; while one runs, the moment at which another may be made in its place. */
  dueAt: moment,
});

/** A count of requests, bytes of uploads or prints in a window. */
const UsageRow = z.strictObject({
  subjectKind: z.enum(['user', 'device', 'company', 'address']),
  subjectId: z.string(),
  kind: z.enum(['request', 'upload', 'print']),
  /** Start of the window. */
  since: moment,
  amount: z.int(),
});

/** Failed sign-ins of an account or an address, counted in a window (product decision 3). */
const SignInAttemptRow = z.strictObject({
  /** `account:` or `address:` and a hash of it. */
  key: z.string(),
  failures: z.int(),
  /** Start of the window. */
  since: moment,
});

/** A desktop that synchronises (docs/sync.md, "What is promised"): data of the protocol, and of the list of devices. */
const DeviceRow = z.strictObject({
  ...DeviceRecord.shape,
  tokenHash: z.string(),
  /** The device it was registered from, as a copy of its data; null for one that was registered by a sign-in. */
  originId: z.string().nullable(),
  name: z.string(),
  appVersion: z.string(),
  createdAt: moment,
  /** Name given by an administrator; null: the name that the device reports. */
  label: z.string().nullable(),
  /** Time of the oldest change that was not sent when the device last reported; null: none. */
  oldestWaitingAt: moment.nullable(),
  /** Photos and files that waited to be sent when the device last reported. */
  contentsWaiting: z.int(),
  /** Bytes of photos and files on the device. */
  contentBytes: z.int(),
  /** True when everything on the device is encrypted, according to its last report; null: never reported. */
  encrypted: flag.nullable(),
  /** Time of the last report; null: none yet. */
  reportedAt: moment.nullable(),
});
/** A refused change as its device reported it. It stays until the device has applied the decision. */
const RefusedChangeRow = z.strictObject({
  deviceId: z.string(),
  /** The change on its device. */
  id: z.string(),
  scopeId: z.string(),
  userId: z.string(),
  tableName: z.string(),
  rowId: z.string(),
  op: ChangeOp,
  setJson: z.string(),
  /** Reason why it was refused, in words. */
  reason: z.string(),
  /** Time of the edit. */
  at: moment,
  /** null: not decided. */
  decision: z.enum(['accepted', 'discarded']).nullable(),
});
export type DeviceRow = z.infer<typeof DeviceRow>;

/** A person who may use a device; tablets pass between shifts (data decision 5). */
const DeviceUserRow = z.strictObject({
  deviceId: z.string(),
  userId: z.string(),
  enrolledAt: moment,
  /** Company of the person at the last sign-in there, of which the desktop is given data; null: signed out since. */
  companyId: z.string().nullable(),
});

/** A user's subscription to a scope; a new id each time it is granted again (docs/sync.md, "What is promised"). */
const ScopeGrantRow = z.strictObject({ userId: z.string(), scopeId: z.string(), grantId: z.string() });

/** Stored bytes of a content, once per scope. */
const BlobRow = z.strictObject({
  scopeId: z.string(),
  sha256: z.string(),
  size: z.int(),
  mimeType: z.string(),
  /** `stored`: the bytes are readable and match the hash. */
  state: z.enum(['pending', 'stored']),
  createdAt: moment,
});

/** The answer of a write that came with an idempotency key (data decision 14). */
const SavedAnswerRow = z.strictObject({
  userId: z.string(),
  key: z.string(),
  operation: z.string(),
  /** SHA-256 of the input, so that a key cannot be used for something else. */
  inputHash: z.string(),
  /** The output as JSON. */
  answer: z.string(),
  createdAt: moment,
});

/** A current or earlier template of a report. */
const ReportVersionRow = z.strictObject({
  reportId: z.string(),
  /** From 1; the highest is the one in use. */
  number: z.int(),
  sha256: z.string(),
  size: z.int(),
  createdAt: moment,
  createdByUserId: z.string(),
  /** Choices from which the template was begun, as JSON; null: it was drawn in a designer. */
  choicesJson: z.string().nullable(),
});

/** A version of a template of questions. */
const FieldsTemplateVersionRow = z.strictObject({
  fieldsTemplateId: z.string(),
  /** From 1; the highest is the one in use. */
  number: z.int(),
  /** Begin of its use. */
  at: moment,
  userId: z.string(),
  /** Reason of the change, as its author gave it. */
  note: z.string(),
  /** Name and questions; null while it is in use, because the rows of the template hold them. */
  contentJson: z.string().nullable(),
});

/** The draft of the next version of a template of questions. */
const FieldsTemplateDraftRow = z.strictObject({
  fieldsTemplateId: z.string(),
  baseVersion: z.int(),
  savedAt: moment,
  userId: z.string(),
  contentJson: z.string(),
});

/** An entry of the audit log. Entries are appended and pruned, never changed. */
const AuditEntryRow = z.strictObject({
  /** Position in the log, from 1, without gaps. */
  seq: z.int(),
  at: moment,
  area: z.enum(AUDIT_AREAS),
  /** The operation, or a change outside of any. */
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  userId: z.string().nullable(),
  /** As the account was called at that time. */
  userName: z.string(),
  /** The company concerned; null: the whole system. */
  companyId: z.string().nullable(),
  address: z.string().nullable(),
  device: z.string(),
  subject: z.string(),
  /** Named ids and changed records as JSON. */
  detailJson: z.string(),
  /** Hash of the entry before, whether it still exists or was pruned; empty for the first. */
  previousHash: z.string(),
  /** SHA-256 over all other columns, hexadecimal. */
  hash: z.string(),
});
export type AuditEntryRow = z.infer<typeof AuditEntryRow>;

/** The end of the audit log, in one row; locked by every append. */
const AuditHeadRow = z.strictObject({ id: z.string(), seq: z.int(), hash: z.string() });

/** The last weather that was read for a place. */
const WeatherReadingRow = z.strictObject({
  /** Rounded latitude and longitude. */
  place: z.string(),
  fetchedAt: moment,
  /** The source's answer, reduced to what is shown. */
  reading: z.string(),
});

/** Bytes to be transferred between a desktop and its server. */
const BlobQueueRow = z.strictObject({
  scopeId: z.string(),
  sha256: z.string(),
  direction: z.enum(['up', 'down']),
  offset: z.int(),
  /**
   * `damaged`: the bytes on this device do not match the hash and were never sent; kept, and not sent by itself. `skipped`: of an installation whose
   * photos and files were not chosen for this device.
   */
  state: z.enum(['pending', 'active', 'failed', 'missing', 'done', 'damaged', 'skipped']),
  attempts: z.int(),
  nextAt: moment,
  error: z.string(),
});

/** A logged change: an entry of the change log, or on a desktop a change that waits to be sent, numbered above all entries. */
const LoggedChange = LogEntry.omit({ deviceId: true, n: true, storedAt: true, overrodeJson: true });

/** Items of an inspection with a condition; a location counts once one was set on it. A server keeps the numbers, a desktop counts. */
const ConditionCountRow = z.strictObject({
  installationInspectionId: z.string(),
  /** Empty: none was recorded. */
  conditionId: z.string(),
  count: z.int(),
});

/** A row that is the same in every database. */
const ConstantRow = z.strictObject({ id: z.string(), name: z.string(), order: z.int() });

const { device: _wire, instance, verdict, ...onDevices } = RECORDS;

/** Tables that every host has. */
const EVERYWHERE = {
  scopeHead: Head,
  change: LogEntry,
  loggedChange: LoggedChange,
  conditionCount: ConditionCountRow,
  user: UserRow,
  token: TokenRow,
  passwordReset: PasswordResetRow,
  secondFactor: SecondFactorRow,
  recoveryCode: RecoveryCodeRow,
  factorChallenge: FactorChallengeRow,
  identityProvider: IdentityProviderRow,
  externalIdentity: ExternalIdentityRow,
  singleSignOn: SingleSignOnRow,
  signInAttempt: SignInAttemptRow,
  savedAnswer: SavedAnswerRow,
  weatherReading: WeatherReadingRow,
  instance,
  blob: BlobRow,
  condition: ConstantRow.extend({ color: z.string() }),
  fieldType: ConstantRow,
  fieldsTemplateType: ConstantRow,
  reportType: ConstantRow,
};

/** The tables that are not synchronised, by the host that has them. */
export const localTables = {
  server: {
    ...EVERYWHERE,
    device: DeviceRow,
    deviceUser: DeviceUserRow,
    refusedChange: RefusedChangeRow,
    scopeGrant: ScopeGrantRow,
    usage: UsageRow,
    letter: LetterRow,
    reportVersion: ReportVersionRow,
    fieldsTemplateVersion: FieldsTemplateVersionRow,
    fieldsTemplateDraft: FieldsTemplateDraftRow,
    verdict,
    auditEntry: AuditEntryRow,
    auditHead: AuditHeadRow,
  },
  device: { ...EVERYWHERE, ...onDevices, blobQueue: BlobQueueRow },
};

type AllLocalTables = (typeof localTables)['server'] & (typeof localTables)['device'];

/** The rows of the tables that are not synchronised. */
export type LocalRows = { [T in keyof AllLocalTables]: z.infer<AllLocalTables[T]> };
