/** Second factors of the own account: codes of an authenticator app, passkeys, recovery codes (product decision 47). */
import { z } from 'zod';
import { Id } from './base/id.ts';
import { operation } from './base/operation.ts';
import { Instant, Name } from './base/values.ts';

/** Kinds of second factor. `totp`: six digits of an authenticator app, new every 30 seconds · `passkey`: a key of a device (WebAuthn). */
export const SecondFactorKind = z.enum(['totp', 'passkey']);

/** Kind of second factor. */
export type SecondFactorKind = z.infer<typeof SecondFactorKind>;

/** Base64url without padding, as WebAuthn encodes bytes. */
const Base64Url = z
  .string()
  .max(16_384)
  .regex(/^[\w-]*$/, 'must be base64url');

/** Extension results of a browser; none is used. */
const ExtensionResults = z.record(z.string().max(100), z.unknown());

/** Answer of a browser that signed in with a passkey: the result of `navigator.credentials.get`, in base64url. */
export const PasskeyAssertion = z.strictObject({
  challengeId: Id.describe('As the refused sign-in gave it.'),
  id: Base64Url,
  authenticatorData: Base64Url,
  clientDataJSON: Base64Url,
  signature: Base64Url,
  userHandle: Base64Url.nullable(),
});

/** Answer of a browser that signed in with a passkey. */
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** Answer of a browser that created a passkey: the result of `navigator.credentials.create`, in base64url. */
const PasskeyAttestation = z.strictObject({
  id: Base64Url,
  attestationObject: Base64Url,
  clientDataJSON: Base64Url,
  transports: z.array(z.string().max(30)).max(10),
  clientExtensionResults: ExtensionResults,
});

/** Answer of a browser that made a passkey. */
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

/** Options for the browser's passkey dialog, in WebAuthn's JSON form. */
const PasskeyOptions = z
  .record(z.string(), z.unknown())
  .describe("Options for the browser's dialog, as WebAuthn's JSON.");

/** Second step of a sign-in whose password was right. */
export const SecondFactorRequest = z
  .strictObject({
    kinds: z.array(SecondFactorKind).describe('Kinds the account has. A recovery code is accepted beside them.'),
    passkey: z
      .strictObject({ challengeId: Id, options: PasskeyOptions })
      .nullable()
      .describe('null: the account has no passkey, or this server has no address for which browsers make one.'),
  })
  .meta({ id: 'SecondFactorRequest' });

/** Second step of a sign-in whose password was right. */
export type SecondFactorRequest = z.infer<typeof SecondFactorRequest>;

/** A second factor of an account. */
export const SecondFactor = z
  .strictObject({
    id: Id,
    kind: SecondFactorKind,
    name: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'SecondFactor' });

/** A second factor of an account. */
export type SecondFactor = z.infer<typeof SecondFactor>;

/** The current password, required before factors change. */
const currentPassword = z.string().max(320);

/** Recovery codes, shown once. */
const RecoveryCodes = z.array(z.string()).describe('Each is accepted once in place of a code; shown only once.');

/** Result of adding a factor. */
const Added = z.strictObject({
  added: z.boolean().describe('false: code or passkey did not match, or the time for it has passed.'),
  recoveryCodes: RecoveryCodes.nullable().describe('For the first factor of an account; null: the earlier ones stay.'),
});

export const getSecondFactors = operation({
  name: 'getSecondFactors',
  method: 'GET',
  path: '/ext/users/me/second-factors',
  summary: 'The second factors of the signed-in user.',
  effect: 'read',
  right: 'signedIn',
  offline: false,
  input: z.strictObject({}),
  output: z.strictObject({
    factors: z.array(SecondFactor),
    recoveryCodesLeft: z.number().int(),
    required: z.boolean().describe('The operator requires a second factor of this account.'),
    confirmed: z.boolean().describe('This session was opened with a second factor.'),
    passkeyAddress: z
      .string()
      .nullable()
      .describe('Address at which the page must be opened to make or use a passkey; null: this server offers none.'),
  }),
  problems: [],
});

export const beginTotp = operation({
  name: 'beginTotp',
  method: 'POST',
  path: '/ext/users/me/second-factors/totp',
  summary: 'Makes the secret of an authenticator app. It counts once a code of it is confirmed, within ten minutes.',
  effect: 'write',
  right: 'signedIn',
  audit: null,
  offline: false,
  secretAnswer: true,
  secret: ['currentPassword'],
  input: z.strictObject({ currentPassword }),
  output: z.strictObject({
    offer: z
      .strictObject({
        challengeId: Id,
        secret: z.string().describe('Base32, to be typed into the app.'),
        uri: z.string().describe('The same as otpauth address, for a QR code.'),
      })
      .nullable()
      .describe('null: the current password was not right.'),
  }),
  problems: ['tooManyRequests', 'secondFactorNeeded'],
});

export const confirmTotp = operation({
  name: 'confirmTotp',
  method: 'POST',
  path: '/ext/users/me/second-factors/totp/confirmation',
  summary: 'Adds an authenticator app as second factor, by a code of it. Every other session ends.',
  effect: 'write',
  right: 'signedIn',
  audit: 'account',
  offline: false,
  secretAnswer: true,
  secret: ['code'],
  input: z.strictObject({ challengeId: Id, name: Name, code: z.string().max(20) }),
  output: Added,
  problems: ['tooManyRequests', 'secondFactorNeeded'],
});

export const beginPasskey = operation({
  name: 'beginPasskey',
  method: 'POST',
  path: '/ext/users/me/second-factors/passkey',
  summary: 'Returns the options with which a browser creates a passkey, valid for ten minutes.',
  effect: 'write',
  right: 'signedIn',
  audit: null,
  offline: false,
  secret: ['currentPassword'],
  input: z.strictObject({ currentPassword }),
  output: z.strictObject({
    offer: z
      .strictObject({ challengeId: Id, options: PasskeyOptions })
      .nullable()
      .describe('null: the current password was not right.'),
  }),
  problems: ['tooManyRequests', 'secondFactorNeeded', 'notFound'],
});

export const confirmPasskey = operation({
  name: 'confirmPasskey',
  method: 'POST',
  path: '/ext/users/me/second-factors/passkey/confirmation',
  summary: 'Adds a passkey that a browser made. Every other session ends.',
  effect: 'write',
  right: 'signedIn',
  audit: 'account',
  offline: false,
  secretAnswer: true,
  input: z.strictObject({ challengeId: Id, name: Name, credential: PasskeyAttestation }),
  output: Added,
  problems: ['tooManyRequests', 'secondFactorNeeded'],
});

export const removeSecondFactor = operation({
  name: 'removeSecondFactor',
  method: 'POST',
  path: '/ext/users/me/second-factors/{id}/removal',
  summary: 'Removes a second factor of the signed-in user; with the last one also the recovery codes.',
  effect: 'write',
  right: 'signedIn',
  audit: 'account',
  offline: false,
  secret: ['currentPassword'],
  input: z.strictObject({ id: Id, currentPassword }),
  output: z.strictObject({ removed: z.boolean().describe('false: the current password was not right.') }),
  problems: ['notFound', 'tooManyRequests', 'secondFactorNeeded'],
});

export const renewRecoveryCodes = operation({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/ext/users/me/recovery-codes',
  summary: 'Replaces the recovery codes of the signed-in user.',
  effect: 'write',
  right: 'signedIn',
  audit: 'account',
  offline: false,
  secretAnswer: true,
  secret: ['currentPassword'],
  input: z.strictObject({ currentPassword }),
  output: z.strictObject({ codes: RecoveryCodes.nullable().describe('null: the current password was not right.') }),
  problems: ['notFound', 'tooManyRequests', 'secondFactorNeeded'],
});
