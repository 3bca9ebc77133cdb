import { Avatar, Badge, Indicator, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowsSplit2, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { isDesktop } from '../../lib/host.ts';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { hasUnsaved } from '../../lib/drafts/unsaved.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { useCommands } from '../../ui/shortcuts/commands.tsx';
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useThemeChoice } from '../../ui/theme/themeChoice.ts';
import { useOpenConflicts } from '../history/index.ts';
import { useSession, useUser } from './session.tsx';

const AccountDialog = part(() => import('./AccountDialog.tsx'));
const OverriddenDialog = part(() => import('../history/OverriddenDialog.tsx'));

/**
 * Menu of the signed-in user: theme, conflicts, account, administration, sign out. @param children further entries, shown above the
 * account
 */
export function UserMenu({ children }: { children?: ReactNode }) {
  const user = useUser();
  const session = useSession();
  const confirm = useConfirm();
  const signOut = async (): Promise<void> => {
    const question = {
      title: t('user.signOutTitle'),
      text: t('user.signOutText'),
      confirm: t('user.signOut'),
      danger: true,
    };
    if (!hasUnsaved() || (await confirm(question))) await session.signOut();
  };
  const chosen = useThemeChoice();
  const [showsOverridden, setShowsOverridden] = useState(false);
  const [showsAccount, setShowsAccount] = useState(false);
  const conflicts = useOpenConflicts();
  const group = t('shortcuts.everywhere');
  useCommands([
    ...THEME_CHOICES.map((choice) => ({
      id: `theme-${choice}`,
      group,
      label: t('theme.use', { theme: t(`theme.${choice}`) }),
      run: () => chooseTheme(choice),
    })),
    { id: 'overridden', group, label: t('overridden.title'), run: () => setShowsOverridden(true) },
    ...(isDesktop ? [] : [{ id: 'account', group, label: t('account.title'), run: () => setShowsAccount(true) }]),
    { id: 'sign-out', group, label: t('user.signOut'), run: () => void signOut() },
  ]);
  return (
    <>
      <Menu position="bottom-end" width={270} shadow="md">
        <Menu.Target>
          <UnstyledButton p={4}>
            <Indicator
              label={<span aria-hidden>{conflicts}</span>}
              disabled={conflicts === 0}
              color="red"
              size={18}
              offset={4}
            >
              <Avatar aria-hidden name={user.name} color="accent" size={40} radius="xl" />
            </Indicator>
            <VisuallyHidden>
              {t('user.menu', { name: user.name })}
              {conflicts > 0 && `, ${t('overridden.open', { count: conflicts })}`}
            </VisuallyHidden>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text fw={600} c="var(--mantine-color-text)">
              {user.name}
            </Text>
            <Text size="sm">{user.email}</Text>
          </Menu.Label>
          <Menu.Divider />
          <Menu.Label>{t('theme.title')}</Menu.Label>
          <Menu.RadioGroup value={chosen} onChange={(choice) => chooseTheme(choice as ThemeChoice)}>
            {THEME_CHOICES.map((choice) => (
              <Menu.RadioItem key={choice} value={choice} mih={48}>
                {t(`theme.${choice}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            h={48}
            leftSection={<IconArrowsSplit2 size={20} aria-hidden />}
            rightSection={
              conflicts === 0 ? undefined : (
                <Badge color="red" tt="none">
                  {t('overridden.open', { count: conflicts })}
                </Badge>
              )
            }
            onClick={() => setShowsOverridden(true)}
          >
            {t('overridden.title')}
          </Menu.Item>
          {children}
          {!isDesktop && (
            <Menu.Item
              h={48}
              leftSection={<IconUserCircle size={20} aria-hidden />}
              onClick={() => setShowsAccount(true)}
            >
              {t('account.title')}
            </Menu.Item>
          )}
          {user.role !== 'viewer' && user.role !== 'inspector' && !isDesktop && (
            <Menu.Item h={48} leftSection={<IconSettings size={20} aria-hidden />} component={Link} to="/admin">
              {t('user.administration')}
            </Menu.Item>
          )}
          <Menu.Item h={48} leftSection={<IconLogout size={20} aria-hidden />} onClick={() => void signOut()}>
            {t('user.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {showsAccount && (
        <Suspense>
          <AccountDialog onClose={() => setShowsAccount(false)} />
        </Suspense>
      )}
      {showsOverridden && (
        <Suspense>
          <OverriddenDialog onClose={() => setShowsOverridden(false)} />
        </Suspense>
      )}
    </>
  );
}
