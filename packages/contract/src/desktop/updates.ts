/** Updates of a desktop (docs/acceptance.md, BRDG; product decision 34). A server does not have these operations. */
import { z } from 'zod';
import { operation } from '../base/operation.ts';

/** State of a desktop's updates. */
export const UpdateState = z
  .strictObject({
    currentVersion: z.string(),
    availableVersion: z.string().describe('Newer version that can be installed; empty: there is none.'),
    state: z
      .enum(['none', 'updating', 'updated', 'failed'])
      .describe('`updated`: it is installed and starts with the next start of the desktop.'),
    progress: z.number().int().min(0).max(100).describe('Of the download, percent.'),
    reason: z.string().nullable().describe('Why the last attempt failed, in words.'),
  })
  .meta({ id: 'UpdateState' });
/** State of a desktop's updates. */
export type UpdateState = z.infer<typeof UpdateState>;

const common = { effect: 'read', offline: true, agentOnly: true, input: z.strictObject({}) } as const;

export const getVersions = operation({
  ...common,
  name: 'getVersions',
  method: 'GET',
  path: '/ext/desktop/versions',
  summary: 'The version that runs, and the one that could be installed.',
  right: 'public',
  output: UpdateState,
  problems: [],
});

export const startUpdate = operation({
  ...common,
  name: 'startUpdate',
  method: 'POST',
  path: '/ext/desktop/update',
  summary: 'Downloads and installs the available version; answers as soon as it has begun.',
  right: 'signedIn',
  output: UpdateState,
  problems: ['noUpdate'],
});

export const restartDesktop = operation({
  ...common,
  name: 'restartDesktop',
  method: 'POST',
  path: '/ext/desktop/restart',
  summary: 'Ends the agent and starts it again, with the version that was installed last.',
  right: 'signedIn',
  output: z.null(),
  problems: [],
});
