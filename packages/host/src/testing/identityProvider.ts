/** A real identity provider in this process. Its sign-in page asks for nothing: it signs in the chosen person. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person as the provider knows them. */
interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

/** A running provider. */
export interface TestProvider {
  issuer: string;
  /** Chooses the person who signs in next; null: the sign-in is refused. */
  choose(person: ProviderPerson | null): void;
  stop(): Promise<void>;
}

/** The client that a provider knows. */
export const TEST_CLIENT = { clientId: 'holdfast', clientSecret: 'a secret of the client' } as const;

/** Starts a provider that knows one client. @param redirectAddress to which it may return browsers */
export async function openIdentityProvider(redirectAddress: string): Promise<TestProvider> {
  let person: ProviderPerson | null = null;
  const people = new Map<string, ProviderPerson>();
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: TEST_CLIENT.clientId,
        client_secret: TEST_CLIENT.clientSecret,
        redirect_uris: [redirectAddress],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ ...people.get(accountId), sub: accountId }) }),
    async loadExistingGrant(context) {
      const grant = new provider.Grant({
        accountId: context.oidc.session?.accountId ?? '',
        clientId: TEST_CLIENT.clientId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const result =
      person === null
        ? { error: 'access_denied', error_description: 'The person may not use this application.' }
        : { login: { accountId: person.sub, remember: false } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
  const answer = provider.callback();
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) void interact(request, response);
    else void answer(request, response);
  };
  return {
    issuer,
    choose(next) {
      person = next;
      if (next !== null) people.set(next.sub, next);
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
