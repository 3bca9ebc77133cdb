import type { CurrentUser } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { t } from '../../lib/texts/account.ts';

const NOTICE = 'new-role';

/** Shows the role that an administrator has given to the user, in place of an earlier one, until the user closes it. */
export function showNewRole(role: CurrentUser['role']): void {
  notifications.hide(NOTICE);
  notifications.show({
    id: NOTICE,
    title: t('account.newRole', { role: t(`roles.${role}`) }),
    message: t('account.newRoleText'),
    autoClose: false,
  });
}
