import { randomBytes } from 'node:crypto';
import { roleHolds } from '@holdfast/contract/roles';
import type { Ports } from '@holdfast/core';
import { Secret, TOTP } from 'otpauth';

type SecondFactors = Ports['secondFactors'];

/** Roles of which a second factor is required: of none, of administrators, or of everyone. */
export type SecondFactorRule = 'none' | 'administrators' | 'everyone';

/** Settings of second factors. */
export interface SecondFactorOptions {
  required: SecondFactorRule;
  /** Address of the application, for which browsers make passkeys. */
  publicUrl(): string;
}

/** Name of the application in authenticator apps and passkey dialogs. */
const ISSUER = 'Holdfast';
/** Length of a code and of a time step in seconds: what all authenticator apps support. */
const TOTP_SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Bytes of the secret of an app, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Letters of a recovery code; each has 5 bits. */
const CODE_LENGTH = 24;
/** Letters of recovery codes: base32, without any that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Second factors of a server: time-based codes (RFC 6238) and passkeys (WebAuthn level 3). */
export function secondFactors({ required, publicUrl }: SecondFactorOptions): SecondFactors {
  const passkeyAddress = (): string | null => passkeyOrigin(publicUrl());
  const webAuthn = () => import('@simplewebauthn/server');
  /** Returns the address that passkeys belong to. @throws where no passkeys are offered; callers check this before */
  const origin = (): { expectedOrigin: string; expectedRPID: string } => {
    const address = passkeyAddress();
    if (address === null) throw new Error('This server has no address that passkeys can belong to.');
    return { expectedOrigin: address, expectedRPID: new URL(address).hostname };
  };
  return {
    isRequiredOf: (role) => required === 'everyone' || (required === 'administrators' && roleHolds(role, 'manage')),
    newTotp(email) {
      const secret = new Secret({ size: SECRET_BYTES });
      return { secret: secret.base32, uri: totpOf(secret, email).toString() };
    },
    totpStep(secret, code, now) {
      const token = code.replace(/\s/g, '');
      if (!/^\d{6}$/.test(token)) return null;
      const delta = totpOf(Secret.fromBase32(secret), '').validate({ token, timestamp: now, window: 1 });
      return delta === null ? null : Math.floor(now / 1000 / TOTP_SHAPE.period) + delta;
    },
    newRecoveryCode: recoveryCode,
    passkeyAddress,
    async passkeyCreation({ id, email, name }, known) {
      const { generateRegistrationOptions } = await webAuthn();
      const options = await generateRegistrationOptions({
        rpName: ISSUER,
        rpID: origin().expectedRPID,
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: name,
        attestationType: 'none',
        excludeCredentials: known.map((one) => ({ id: one })),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      });
      return { challenge: options.challenge, options: { ...options } };
    },
    async verifyCreation({ id, attestationObject, clientDataJSON }, expectedChallenge) {
      const { verifyRegistrationResponse } = await webAuthn();
      const verified = await verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { attestationObject, clientDataJSON },
        },
        expectedChallenge,
        ...origin(),
        requireUserVerification: false,
      }).catch(() => null);
      if (verified === null || !verified.verified) return null;
      const { credential } = verified.registrationInfo;
      const publicKey = Buffer.from(credential.publicKey).toString('base64url');
      return { credentialId: credential.id, publicKey, counter: credential.counter };
    },
    async passkeyRequest(known) {
      const { generateAuthenticationOptions } = await webAuthn();
      const options = await generateAuthenticationOptions({
        rpID: origin().expectedRPID,
        allowCredentials: known.map((id) => ({ id })),
        userVerification: 'preferred',
      });
      return { challenge: options.challenge, options: { ...options } };
    },
    async verifyUse({ id, authenticatorData, clientDataJSON, signature, userHandle }, expectedChallenge, passkey) {
      const { verifyAuthenticationResponse } = await webAuthn();
      const { credentialId, publicKey, counter } = passkey;
      const verified = await verifyAuthenticationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            authenticatorData,
            clientDataJSON,
            signature,
            ...(userHandle === null ? {} : { userHandle }),
          },
        },
        expectedChallenge,
        ...origin(),
        credential: { id: credentialId, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter },
        requireUserVerification: false,
      }).catch(() => null);
      return verified === null || !verified.verified ? null : verified.authenticationInfo.newCounter;
    },
  };
}

/** Second factors of a desktop: only its server checks them, and none are stored here. */
export function noSecondFactors(): SecondFactors {
  const unavailable = (): never => {
    throw new Error('A desktop has no second factors of its own.');
  };
  return {
    isRequiredOf: () => false,
    newTotp: unavailable,
    totpStep: () => null,
    newRecoveryCode: recoveryCode,
    passkeyAddress: () => null,
    passkeyCreation: unavailable,
    verifyCreation: () => Promise.resolve(null),
    passkeyRequest: unavailable,
    verifyUse: () => Promise.resolve(null),
  };
}

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, ...TOTP_SHAPE });
}

/** Makes a code of six groups of four letters: 120 random bits. */
function recoveryCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]!);
  return [0, 4, 8, 12, 16, 20].map((at) => letters.slice(at, at + 4).join('')).join('-');
}

/**
 * Returns the origin for which browsers create passkeys; null where they create none. Browsers require a host name instead of an IP address, and
 * HTTPS except for localhost.
 */
function passkeyOrigin(publicUrl: string): string | null {
  if (!URL.canParse(publicUrl)) return null;
  const url = new URL(publicUrl);
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost';
  const isAddress = /^[\d.]+$|^\[/.test(url.hostname);
  return isAddress || (url.protocol !== 'https:' && url.hostname !== 'localhost') ? null : url.origin;
}
