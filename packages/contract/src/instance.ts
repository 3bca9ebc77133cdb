import { z } from 'zod';
import { Role } from './entities.ts';
import { operation } from './base/operation.ts';
import { Name } from './base/values.ts';
import { LoginResult } from './users.ts';

/** Facts about the server that a page needs. */
export const Instance = z
  .strictObject({
    product: z.literal('Holdfast'),
    version: z.string(),
    needsFirstAdministrator: z.boolean().describe('True while there is no account.'),
    singleSignOn: z.boolean().describe('True when people of some companies sign in through an identity provider.'),
    uploadLimits: z
      .strictObject({
        imageBytes: z.number().int().describe('The most bytes of a photo.'),
        fileBytes: z.number().int().describe('The most bytes of a file.'),
      })
      .describe('What is larger is refused (product decision 22).'),
    demo: z
      .strictObject({
        password: z.string(),
        signIns: z.array(z.strictObject({ email: z.string(), role: Role })),
        seeded: z.number().min(0).max(1).describe('Share of the demo fleet that is there; 1: all of it.'),
      })
      .nullable()
      .describe('Only on a demo server: how to sign in.'),
  })
  .meta({ id: 'Instance' });

/** Facts about the server that a page needs. */
export type Instance = z.infer<typeof Instance>;

export const getInstance = operation({
  name: 'getInstance',
  method: 'GET',
  path: '/ext/instance',
  summary: 'Facts about this server, available before sign-in.',
  effect: 'read',
  right: 'public',
  offline: true,
  input: z.strictObject({}),
  output: Instance,
  problems: [],
});

export const createFirstAdministrator = operation({
  name: 'createFirstAdministrator',
  method: 'POST',
  path: '/ext/first-administrator',
  summary:
    'Makes the first account of an empty server and signs it in. Needs the setup code the server printed when it started.',
  effect: 'write',
  right: 'public',
  audit: 'account',
  offline: false,
  input: z.strictObject({
    setupCode: z.string().max(100).describe('As the server printed it.'),
    name: Name,
    email: z.email().max(320),
    password: z.string().min(10, 'must have at least 10 characters').max(320),
  }),
  output: LoginResult,
  statusOf: ({ success }) => (success ? 200 : 401),
  problems: ['notFound'],
});
