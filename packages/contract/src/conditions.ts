import { z } from 'zod';
import { Condition, InstallationInspectionItem } from './entities.ts';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';

export const getConditions = operation({
  name: 'getConditions',
  method: 'GET',
  path: '/api/get-conditions',
  summary: 'The conditions an item can be found in. "Not Checked" is the absence of one.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({}),
  output: z.array(Condition),
  problems: [],
});

export const setCondition = operation({
  name: 'setCondition',
  method: 'POST',
  path: '/api/set-condition',
  summary: 'Sets or removes the condition of an item in one inspection.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
    conditionId: idOf('condition').nullable().describe('null: back to Not Checked.'),
  }),
  output: InstallationInspectionItem,
  problems: ['notFound', 'unknownCondition', 'changedMeanwhile'],
});

export const getInstallationInspectionItemCondition = operation({
  name: 'getInstallationInspectionItemCondition',
  method: 'POST',
  path: '/api/get-installation-inspection-item-condition',
  summary: 'How an item was found in one inspection; null while it was not checked.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
  }),
  output: Condition.nullable(),
  problems: ['notFound'],
});
