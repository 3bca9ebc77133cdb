import type { AuditEntry } from '@holdfast/contract';
import { t } from '../../../lib/texts/administration.ts';

/** Returns the text of an entry's action. When an operation can do either of two things, its changes decide. */
export function entryText({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string {
  if (action.startsWith('executeReport')) return t('audit.action.print');
  // Name of the operation in entries of earlier versions; it also changed coordinates and time zone.
  if (action === 'renameInstallation') return actionText('editInstallation');
  const isBack = changes.some(({ values }) => {
    const archived = values['archivedAt'];
    return archived !== undefined && archived[1] === null;
  });
  return action === 'archiveInstallation' && isBack ? t('audit.action.bringBack') : actionText(action);
}

/** Converts the name of an operation, table or column to words: "createUser" is "Create user". */
export function actionText(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
