import type { CurrentUser, InputOf, LoginResult, Operations, SecondFactorRequest } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { call, callForResult } from '../../lib/calls/api.ts';
import { isConnected } from '../../lib/calls/connection.ts';
import { isPassing, reasonOf } from '../../lib/calls/failures.ts';
import { useOutbox } from '../../lib/outbox/index.ts';
import {
  announceLeaving,
  onRights,
  readToken,
  readUser,
  storeToken,
  storeUser,
  signOutHere,
  watchSession,
} from '../../lib/calls/session.ts';
import { t } from '../../lib/texts/index.ts';

/** Authentication has exactly three states (docs/acceptance.md, AUTH). */
export type Authentication =
  | { state: 'checking' }
  /** `outOfReach`: the server could not be reached, so the session may still be valid. The check is repeated. */
  | {
      state: 'signedOut';
      outOfReach: boolean;
      /** True when the check got no answer at all. */
      isUnanswered: boolean;
      /** Number of changes that the browser keeps until the same user signs in again. */
      waiting: number;
    }
  | { state: 'signedIn'; user: CurrentUser };

/** Result of a sign-in. `secondFactor`: the password was correct and a second factor is required; `error` when the given one was wrong. */
export type SignInResult =
  | { kind: 'signedIn' }
  | { kind: 'refused'; error: string }
  | { kind: 'secondFactor'; request: SecondFactorRequest; error: string | null };

/** Input of a sign-in. */
export type Credentials = InputOf<Operations['signIn']>;

interface Session {
  authentication: Authentication;
  /** Signs in. */
  signIn(credentials: Credentials): Promise<SignInResult>;
  /** Finishes a sign-in through an identity provider. */
  signInThrough(answer: InputOf<Operations['finishSingleSignOn']>): Promise<SignInResult>;
  /** Checks again who is signed in, and what the account requires. */
  checkAgain(): Promise<void>;
  /** Uses a token that another operation returned, for example the creation of the first administrator. */
  adopt(token: string): Promise<void>;
  /** Saves pending input, waits briefly for saves to be sent, and signs out. */
  signOut(): Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

/** Time in ms that signing out waits for saves that are being sent. */
const DRAIN_MS = 3_000;
/** Storage key of the number of waiting changes: the page may be reloaded before the next sign-in. */
const WAITING_KEY = 'holdfast:waiting';
/** Interval in ms between attempts to reach the server for the session. */
const ASK_AGAIN_MS = 5_000;

/** Returns the session and the functions that change it. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no SessionProvider around this component.');
  return session;
}

/** Returns the signed-in user; only for components that are shown after sign-in. */
export function useUser(): CurrentUser {
  const { authentication } = useSession();
  if (authentication.state !== 'signedIn') throw new Error('No user is signed in.');
  return authentication.user;
}

/** Checks at start who is signed in, and follows sign-ins and sign-outs, including those in other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [authentication, setAuthentication] = useState<Authentication>({ state: 'checking' });
  const outbox = useOutbox();
  const cache = useQueryClient();

  const leave = useCallback(
    (outOfReach: boolean, isUnanswered = false): Promise<void> => {
      // Fields save pending input while the outbox still has the user; it keeps the saves for the next sign-in.
      announceLeaving();
      const waiting = outbox.saves().length || Number(sessionStorage.getItem(WAITING_KEY));
      sessionStorage.setItem(WAITING_KEY, `${waiting}`);
      const kept = outbox.kept();
      // Without a connection the user of this browser sees what waits, and it is sent when the connection is back.
      const user = isUnanswered ? readUser() : null;
      if (user === null) outbox.end();
      else void outbox.begin(user);
      cache.clear();
      setAuthentication({ state: 'signedOut', outOfReach, isUnanswered, waiting });
      return kept;
    },
    [outbox, cache],
  );

  const check = useCallback(async (): Promise<void> => {
    const token = readToken();
    try {
      const user = await call('getCurrentUser', {});
      if (token !== readToken()) return;
      sessionStorage.removeItem(WAITING_KEY);
      storeUser(user.id);
      await outbox.begin(user.id);
      setAuthentication({ state: 'signedIn', user });
    } catch (error) {
      if (token !== readToken() && readToken() !== null) return;
      const isUnanswered = token !== null && isPassing(error);
      void leave(token !== null && !(error instanceof CallError && error.status === 401), isUnanswered);
    }
  }, [outbox, leave]);

  const signedInAs = authentication.state === 'signedIn' ? authentication.user : null;
  useEffect(() => {
    if (signedInAs === null) return undefined;
    return onRights(() => {
      void (async () => {
        const token = readToken();
        // Without an answer the user stays as it is; a 401 ends the session.
        const user = await call('getCurrentUser', {}).catch(() => signedInAs);
        if (token !== readToken() || user.role === signedInAs.role) return;
        setAuthentication((now) => (now.state === 'signedIn' ? { state: 'signedIn', user } : now));
        void cache.invalidateQueries();
        // The screens show the new rights also when this part cannot be loaded.
        const notice = await import('./newRole.ts').catch(() => null);
        notice?.showNewRole(user.role);
      })();
    });
  }, [signedInAs, cache]);

  useEffect(() => {
    queueMicrotask(() => void check());
    const stop = watchSession(
      () => leave(false),
      () => {
        void leave(false);
        if (readToken() !== null) void check();
      },
    );
    return stop;
  }, [check, leave]);

  useEffect(() => {
    if (authentication.state !== 'signedOut' || !authentication.outOfReach) return undefined;
    const timer = setTimeout(() => void check(), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [authentication, check]);

  const conclude = useCallback(
    async (login: Promise<LoginResult>): Promise<SignInResult> => {
      try {
        const { success, error, details, secondFactor } = await login;
        if (secondFactor !== undefined) return { kind: 'secondFactor', request: secondFactor, error };
        if (!success || details === null) return { kind: 'refused', error: error ?? t('errors.unknown') };
        storeToken(details.token);
      } catch (error) {
        return { kind: 'refused', error: reasonOf(error) };
      }
      await check();
      return { kind: 'signedIn' };
    },
    [check],
  );

  const session = useMemo<Session>(
    () => ({
      authentication,
      signIn: (credentials) => conclude(callForResult('signIn', credentials)),
      signInThrough: (answer) => conclude(callForResult('finishSingleSignOn', answer)),
      checkAgain: check,
      async adopt(token) {
        storeToken(token);
        await check();
      },
      async signOut() {
        announceLeaving();
        // Without a connection nothing can be sent, and every save is kept for the next sign-in.
        if (isConnected()) await outbox.drained(DRAIN_MS);
        // Without an answer the token expires later; this browser deletes it now.
        await signOutHere(() => call('signOut', {}).catch(() => undefined));
      },
    }),
    [authentication, check, conclude, outbox],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}
