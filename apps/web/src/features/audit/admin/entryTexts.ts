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

/** Past participles that the rules of `participle` do not form. */
const IRREGULAR: Readonly<Record<string, string>> = { set: 'set', reset: 'reset' };

/** Words that begin the part of an action after its object. */
const AFTER_OBJECT: readonly string[] = ['again', 'by', 'up'];

/** Returns what an entry changed, as a fact: "createUser" is "User created". */
export function factText(entry: Pick<AuditEntry, 'action' | 'changes'>): string {
  const [verb = '', ...rest] = entryText(entry).toLowerCase().split(' ');
  const after = rest.findIndex((word) => AFTER_OBJECT.includes(word));
  const end = after === -1 ? rest.length : after;
  const words = [...rest.slice(0, end), participle(verb), ...rest.slice(end)].join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function participle(verb: string): string {
  return IRREGULAR[verb] ?? (verb.endsWith('e') ? `${verb}d` : verb.replace(/([^aeiou])y$/, '$1i') + 'ed');
}
