/** Signing in on a desktop: through the server when it answers, otherwise by the account that the server last confirmed (product decision 31). */
import { CurrentUser, type InputOf, LoginResult, signIn as contract, type User } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import {
  accountByEmail,
  type Handler,
  handler,
  handlers,
  type Application,
  localDb,
  type LocalDb,
} from '@holdfast/core';
import { readFact, writeFact } from './facts.ts';
import { clearPassword, storeAccount } from './queries.ts';
import { remoteClient, smallText } from './remote.ts';

/** Time in ms for which a user may sign in without the server after it last confirmed the account. */
export const OFFLINE_LEASE_MS = 30 * 24 * 60 * 60 * 1000;

/** Time limit in ms of the server's check of a password. */
const LIMIT_MS = 10_000;

/** Name and secret of a device. */
export interface DeviceIdentity {
  deviceId: string;
  token: string;
  /** Stores them, after the server registered them. */
  keep(): Promise<void>;
}

/** Dependencies of the sign-in. */
export interface SignInSetting {
  application(): Application;
  server: string;
  /** Returns the name and secret to register this device with. */
  identity(): Promise<DeviceIdentity>;
  /** Name of this device in the list of devices. */
  deviceName: string;
  /** Version of the program. */
  version: string;
  /** Called when a user signed in through the server; an empty device receives its records before the sign-in completes. */
  confirmed(): Promise<void>;
}

type Credentials = InputOf<typeof contract>;

/** Answer of the server to a sign-in; `silent`: there was none. */
type SignInAnswer =
  | { kind: 'silent' }
  | { kind: 'wrong' }
  | { kind: 'refused'; error: string }
  /** The password was right, and a second factor is required. */
  | { kind: 'unconfirmed'; login: LoginResult }
  | { kind: 'confirmed'; user: User };

const TEXTS = {
  never: 'The server cannot be reached, and you have not signed in on this device before.',
  tooLong: 'The server cannot be reached, and it is more than 30 days since you last signed in with it.',
  signedOut: 'This device was signed out by an administrator. Sign in again while it is connected.',
  locked: 'This device was locked by an administrator. What waits on it is kept.',
  wiped: 'This device was wiped by an administrator.',
  disabled:
    'Your account was disabled by an administrator. What you recorded on this device and was not sent is kept, and is sent once the account is enabled again.',
  staff: 'Accounts of the operator use Holdfast in the browser; a desktop belongs to people of a company.',
  secondFactor:
    'Your operator requires a second factor for this account. Set it up in the browser, under Account, then sign in here with a code.',
  tooOften: 'Too many tries. Wait a quarter of an hour.',
} as const;

/**
 * The desktop's implementation of `signIn`. The server decides when it can be reached. Its answer is stored with a hash of the password, so that the
 * user can sign in while it cannot be reached.
 */
export function desktopSignIn(setting: SignInSetting): Handler {
  const local = handlers.get('signIn')!;
  return handler(contract, {
    async prepare(ctx, input) {
      const word = await askServer(setting, input);
      if (word.kind === 'unconfirmed') return { refusal: word.login, known: null };
      const reason = await settle(setting, word, input);
      if (reason !== null) return { refusal: { success: false, error: reason, details: null }, known: null };
      const { email, password } = input;
      const known = local.bind({ email, password });
      await known.prepare(ctx);
      return { refusal: null, known };
    },
    async commit(ctx, _input, { refusal, known }): Promise<LoginResult> {
      return known === null ? refusal : ((await known.commit(ctx)) as LoginResult);
    },
  });
}

/** Stores the server's answer in the accounts of this device. @returns the reason for a refusal; null: the stored password decides */
async function settle(
  { application, confirmed }: SignInSetting,
  word: Exclude<SignInAnswer, { kind: 'unconfirmed' }>,
  { email, password }: Credentials,
): Promise<string | null> {
  const { write, ports } = application();
  const now = ports.clock.now();
  const known = await accountByEmail(write, email);
  if (word.kind === 'refused') return word.error;
  if (word.kind === 'wrong') {
    // A password that the server no longer accepts must not work here either.
    if (known !== undefined && (await ports.passwords.verify(known.passwordHash, password))) {
      await clearPassword(write, known.id, now);
    }
    return known !== undefined && (await isDisabled(write, known.id)) ? TEXTS.disabled : null;
  }
  if (word.kind === 'silent') {
    const revoked = await readFact(write, 'revoked');
    if (revoked !== null) return { signOut: TEXTS.signedOut, lock: TEXTS.locked, wipe: TEXTS.wiped }[revoked];
    if (known === undefined) return TEXTS.never;
    if (await isDisabled(write, known.id)) return TEXTS.disabled;
    // The absolute difference, so that setting the clock back does not extend the time.
    return Math.abs(now - known.updatedAt) > OFFLINE_LEASE_MS ? TEXTS.tooLong : null;
  }
  const { id, name, role, companyId } = word.user;
  const passwordHash = await ports.passwords.hash(password);
  await write.transaction().execute(async (transaction) => {
    const trx = localDb(transaction);
    await storeAccount(trx, { id, email, name, role, companyId, passwordHash }, known?.id, now);
    await writeFact(trx, 'revoked', null);
    await writeFact(
      trx,
      'disabledUsers',
      ((await readFact(trx, 'disabledUsers')) ?? []).filter((one) => one !== id),
    );
  });
  await confirmed();
  return null;
}

/** Resolves to true when the server last reported that an account is disabled. */
async function isDisabled(db: LocalDb, userId: string): Promise<boolean> {
  return ((await readFact(db, 'disabledUsers')) ?? []).includes(userId);
}

/** Requests the account from the server, and registers this device for the user. */
async function askServer(setting: SignInSetting, credentials: Credentials): Promise<SignInAnswer> {
  const { server, deviceName, version } = setting;
  try {
    const answer = await fetch(`${server}/users/me/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Holdfast desktop' },
      body: JSON.stringify(credentials),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (answer.status === 429) return { kind: 'refused', error: TEXTS.tooOften };
    // A proxy may have answered, so the answer is checked to be that of a sign-in.
    const login = LoginResult.safeParse(JSON.parse(await smallText(answer)));
    if (!login.success) return { kind: 'silent' };
    const token = login.data.details?.token;
    // A passkey is bound to the address of the server and cannot be used in the window of a desktop.
    if (login.data.secondFactor !== undefined)
      return {
        kind: 'unconfirmed',
        login: { ...login.data, secondFactor: { ...login.data.secondFactor, passkey: null } },
      };
    if (token === undefined) return { kind: 'wrong' };
    const call = remoteClient(server, token);
    const { deviceId, token: secret, keep } = await setting.identity();
    await call('registerDevice', { deviceId, token: secret, name: deviceName, appVersion: version });
    await keep();
    const { secondFactorNeeded: _needed, ...user } = CurrentUser.parse(await call('getCurrentUser', {}));
    // The device uses its own token from here on.
    await call('signOut', {}).catch(() => undefined);
    return { kind: 'confirmed', user };
  } catch (error) {
    if (error instanceof CallError && error.is('companyNeeded')) return { kind: 'refused', error: TEXTS.staff };
    if (error instanceof CallError && error.is('secondFactorNeeded'))
      return { kind: 'refused', error: TEXTS.secondFactor };
    if (error instanceof CallError && error.is('deviceRevoked')) return { kind: 'refused', error: TEXTS.locked };
    return { kind: 'silent' };
  }
}
