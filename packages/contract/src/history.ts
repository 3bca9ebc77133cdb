import { z } from 'zod';
import { HistoryRecord } from './entities.ts';
import { idOf } from './id.ts';
import { operation } from './operation.ts';

export const getAuditLogsForInstallationInspectionAndItem = operation({
  name: 'getAuditLogsForInstallationInspectionAndItem',
  method: 'POST',
  path: '/api/get-audit-logs-for-installation-inspection-and-item',
  summary: 'What happened to an item, at large and in one inspection, newest first.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
  }),
  output: z.array(HistoryRecord),
  problems: ['notFound'],
});
