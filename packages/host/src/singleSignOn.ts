import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { bytesWithin } from '@holdfast/contract/client';
import type { Ports, ProviderClaims, ProviderClient } from '@holdfast/core';
import type { Configuration, CustomFetch, CustomFetchOptions } from 'openid-client';
import { mustNotBeInternal, publicLookup, type Resolver } from './publicAddress.ts';

type SingleSignOn = Ports['singleSignOn'];

/** Path of the page to which identity providers return a browser. */
const RETURN_PATH = '/single-sign-on';
/** Time limit in seconds for an answer of a provider. */
const TIMEOUT_SECONDS = 10;
/** Maximum size of a provider's answer in bytes. */
const ANSWER_BYTES = 1024 * 1024;
/** Time in ms for which the configuration of an issuer is used before it is read again. */
const CONFIGURATION_MS = 60 * 60 * 1000;
/** Requested claims. */
const SCOPE = 'openid email profile';

/**
 * Client of identity providers: OpenID Connect by authorization code with PKCE, discovery, and ID tokens verified by the keys of the issuer.
 * @param publicUrl address of the application
 * @param resolve finds the addresses of host names; absent: as the system does
 */
export function singleSignOn(publicUrl: () => string, resolve?: Resolver): SingleSignOn {
  const known = new Map<string, { configuration: Promise<Configuration>; readAt: number }>();
  const redirectAddress = (): string => `${publicUrl()}${RETURN_PATH}`;

  /** Returns the configuration for a client, read once an hour; a failure is not cached. */
  function configurationFor(client: ProviderClient): Promise<Configuration> {
    const key = JSON.stringify(client);
    const last = known.get(key);
    if (last !== undefined && last.readAt + CONFIGURATION_MS > Date.now()) return last.configuration;
    const configuration = read(client, isLoopback(publicUrl()), resolve);
    known.set(key, { configuration, readAt: Date.now() });
    configuration.catch(() => known.delete(key));
    return configuration;
  }

  return {
    redirectAddress,
    async check(issuer) {
      try {
        const client = { issuer, clientId: 'check', clientSecret: null };
        const configuration = await read(client, isLoopback(publicUrl()), resolve);
        const { authorization_endpoint: begin, token_endpoint: end, jwks_uri: keys } = configuration.serverMetadata();
        if (begin === undefined || end === undefined || keys === undefined)
          return 'The issuer publishes no addresses for a sign-in by authorization code.';
        return null;
      } catch (error) {
        return reasonOf(error);
      }
    },
    async begin(client, email) {
      try {
        const oidc = await import('openid-client');
        const configuration = await configurationFor(client);
        const verifier = oidc.randomPKCECodeVerifier();
        const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
        const address = oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectAddress(),
          scope: SCOPE,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          login_hint: email,
        });
        return { address: address.href, state, nonce, verifier };
      } catch (error) {
        return { problem: reasonOf(error) };
      }
    },
    async finish(client, { state, nonce, verifier }, query) {
      try {
        const oidc = await import('openid-client');
        const configuration = await configurationFor(client);
        const returned = new URL(redirectAddress());
        returned.search = query;
        const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) return { problem: 'The provider answered no ID token.' };
        // Many providers return the email address and groups only from this endpoint.
        const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
        const more = hasMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
        return claimsOf(claims, more);
      } catch (error) {
        return { problem: reasonOf(error) };
      }
    },
  };
}

/** Single sign-on of a desktop: not available, because signing in there has to work without a connection. */
export function noSingleSignOn(): SingleSignOn {
  const problem = 'A desktop does not sign in through identity providers.';
  return {
    redirectAddress: () => '',
    check: () => Promise.resolve(problem),
    begin: () => Promise.resolve({ problem }),
    finish: () => Promise.resolve({ problem }),
  };
}

/** Reads the configuration that an issuer publishes. @param isLocal true for an issuer on this machine, which may be reached without encryption */
async function read(
  { issuer, clientId, clientSecret }: ProviderClient,
  isLocal: boolean,
  resolve: Resolver | undefined,
): Promise<Configuration> {
  const oidc = await import('openid-client');
  const isInsecure = new URL(issuer).protocol === 'http:';
  if (isInsecure && !(isLocal && isLoopback(issuer))) throw new Error('The issuer must begin with https://.');
  const found = await oidc.discovery(new URL(issuer), clientId, {}, oidc.None(), {
    timeout: TIMEOUT_SECONDS,
    [oidc.customFetch]: fetchFor(issuer, resolve),
    ...(isInsecure ? { execute: [oidc.allowInsecureRequests] } : {}),
  });
  const server = found.serverMetadata();
  const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication =
    clientSecret === null
      ? oidc.None()
      : ways.includes('client_secret_basic')
        ? oidc.ClientSecretBasic(clientSecret)
        : oidc.ClientSecretPost(clientSecret);
  const configuration = new oidc.Configuration(server, clientId, {}, authentication);
  configuration.timeout = TIMEOUT_SECONDS;
  configuration[oidc.customFetch] = fetchFor(issuer, resolve);
  // Without it the library trusts the connection to the provider, and verifies no signature.
  oidc.enableNonRepudiationChecks(configuration);
  if (isInsecure) oidc.allowInsecureRequests(configuration);
  return configuration;
}

/**
 * Returns a function that calls the addresses that an issuer publishes. Addresses of another host have to be public: a provider could otherwise make
 * this server call services of its internal network. The issuer itself may be internal, because an administrator named it.
 */
function fetchFor(issuer: string, resolve: Resolver | undefined): CustomFetch {
  const own = new URL(issuer).hostname;
  const lookup = publicLookup(resolve);
  return async (url, options) => {
    const { hostname } = new URL(url);
    if (hostname === own) return boundedFetch(url, options);
    mustNotBeInternal(hostname);
    return boundedFetch(url, options, lookup);
  };
}

/**
 * Calls a provider and reads its answer up to a maximum size. Redirects are not followed.
 * @param lookup finds the addresses to which a connection is opened; absent: as the system does
 */
async function boundedFetch(
  url: string,
  { body, ...options }: CustomFetchOptions,
  lookup?: LookupFunction,
): Promise<Response> {
  // `fetch` accepts no bytes over shared memory as a body.
  const sent = { ...options, body: body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null) };
  const answer = await (lookup === undefined ? fetch(url, sent) : fetchThrough(lookup, url, sent));
  const bytes = await bytesWithin(answer.body, ANSWER_BYTES);
  if (bytes === null) throw new Error('The provider answered more than it should.');
  const { status, statusText, headers } = answer;
  return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers });
}

/** Makes a call whose connection is opened to the addresses that a function finds, which `fetch` of Node.js does not offer. */
async function fetchThrough(
  lookup: LookupFunction,
  url: string,
  {
    method,
    headers,
    body,
    signal,
  }: Pick<CustomFetchOptions, 'method' | 'headers' | 'signal'> & {
    body: ConstructorParameters<typeof Response>[0];
  },
): Promise<Response> {
  const open = url.startsWith('https:') ? requestHttps : requestHttp;
  const request = open(url, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    // A connection that another call opened may lead to an address that was not checked.
    agent: false,
    lookup,
    ...(signal === undefined ? {} : { signal }),
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.end(new Uint8Array(await new Response(body).arrayBuffer()));
  const [answer] = await answered;
  const known = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const { statusCode: status = 502, statusMessage: statusText = '' } = answer;
  return new Response(Readable.toWeb(answer) as ReadableStream, { status, statusText, headers: known });
}

/** @param more claims of the endpoint for them; those of the ID token count first */
function claimsOf(claims: Claims & { sub: string }, more: Claims): ProviderClaims {
  const all = { ...more, ...claims };
  const { email, name } = all;
  const isAddress = typeof email === 'string' && email.includes('@');
  return {
    subject: claims.sub,
    email: isAddress ? email.trim() : null,
    // The flag belongs to the address beside it: the two answers may hold different addresses.
    emailVerified: isAddress && [claims, more].some((one) => one['email'] === email && isTrue(one['email_verified'])),
    name: typeof name === 'string' ? name : null,
    all,
  };
}

type Claims = Record<string, unknown>;

/** Some providers write the flag as text. */
function isTrue(flag: unknown): boolean {
  return flag === true || flag === 'true';
}

/** Returns the reason of a failure as text, with the cause that the library reports. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { error: code, error_description: description } = error as { error?: string; error_description?: string };
  if (code !== undefined) return description === undefined ? code : `${code}: ${description}`;
  // Some providers answer a wrong secret only with status 401 and a challenge.
  if ((error as { status?: number }).status === 401)
    return 'The provider refused the client: its ID or secret is wrong.';
  if ((error as { code?: string }).code === 'OAUTH_TIMEOUT')
    return `There was no answer within ${TIMEOUT_SECONDS} seconds.`;
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return cause === '' || cause === error.message ? error.message : `${error.message} (${cause})`;
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}
