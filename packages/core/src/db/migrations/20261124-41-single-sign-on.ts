/** Identity providers, the accounts linked to them, sign-ins that wait for a provider's answer, and the end of sessions they opened. */
export const name = '20261124-41-single-sign-on';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `create table "identityProvider" (
      "id" text primary key, "name" text not null, "companyId" text, "issuer" text not null, "clientId" text not null, "clientSecret" text,
      "domainsJson" text not null, "trustsAddresses" integer not null, "createsAccounts" integer not null, "defaultRole" text,
      "roleClaim" text not null, "rolesJson" text not null, "trustsSecondFactor" integer not null, "sessionDays" integer not null,
      "enabled" integer not null, "createdAt" bigint not null, "updatedAt" bigint not null)`,
    `create table "externalIdentity" (
      "providerId" text not null, "subject" text not null, "userId" text not null references "user" ("id") deferrable initially deferred,
      "createdAt" bigint not null, "lastUsedAt" bigint not null, primary key ("providerId", "subject"))`,
    `create index "externalIdentity_userId" on "externalIdentity" ("userId")`,
    `create table "singleSignOn" (
      "ticketHash" text not null primary key, "providerId" text not null, "state" text not null, "nonce" text not null, "verifier" text not null,
      "userId" text, "expiresAt" bigint not null)`,
    `alter table "token" add column "endsAt" bigint`,
    `alter table "token" add column "providerId" text`,
  ];
}
