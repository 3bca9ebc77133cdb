import type { Account } from '@holdfast/contract';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { useAddressRecord } from '../../../lib/navigation/addressState.ts';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { type Column, DataTable, idOf, NARROW_MOMENT_TRACK, momentCell } from '../../../ui/admin/DataTable.tsx';
import type { Filter } from '../../../ui/admin/Filters.tsx';
import { GoneDialog } from '../../../ui/admin/GoneDialog.tsx';
import { ListPage } from '../../../ui/admin/ListPage.tsx';
import { isPastDay } from '../certificate.ts';
import { CreateUserDialog } from './CreateUserDialog.tsx';
import { IdentityProvidersDialog } from './IdentityProvidersDialog.tsx';
import { LettersDialog } from './LettersDialog.tsx';
import { RightsDialog } from './RightsDialog.tsx';
import { useUser } from '../session.tsx';
import { UserDialog } from './UserDialog.tsx';

/** Columns of the list. Constant, so that thousands of accounts are not sorted again when a dialog opens. */
const COLUMNS: readonly Column<Account>[] = [
  {
    id: 'name',
    title: t('admin.name'),
    cell: ({ name }) => name,
    sort: ({ name }) => name,
    track: 'minmax(104px, 3fr)',
  },
  {
    id: 'email',
    title: t('adminUsers.email'),
    cell: ({ email }) => email,
    sort: ({ email }) => email,
    track: 'minmax(126px, 6fr)',
    wideOnly: true,
  },
  {
    id: 'role',
    title: t('adminUsers.role'),
    cell: ({ role }) => t(`roles.${role}`),
    sort: ({ role }) => t(`roles.${role}`),
    track: 'minmax(100px, 125px)',
  },
  {
    id: 'company',
    title: t('adminUsers.company'),
    cell: companyOf,
    sort: companyOf,
    track: 'minmax(96px, 3fr)',
    wideOnly: true,
  },
  {
    id: 'state',
    title: t('adminUsers.state'),
    cell: state,
    sort: stateOf,
    track: 'minmax(124px, 150px)',
    wideOnly: true,
  },
  {
    id: 'lastUsed',
    title: t('adminUsers.lastUsed'),
    cell: ({ lastUsedAt }) => momentCell(lastUsedAt),
    sort: ({ lastUsedAt }) => lastUsedAt ?? '',
    track: NARROW_MOMENT_TRACK,
    wideOnly: true,
  },
];

const FILTERS: readonly Filter<Account>[] = [
  { id: 'role', label: t('adminUsers.role'), of: ({ role }) => t(`roles.${role}`) },
  { id: 'company', label: t('adminUsers.company'), of: companyOf },
  { id: 'state', label: t('adminUsers.state'), of: stateOf },
];

/** All accounts: their company, their role, and whether they are in use. */
export function UsersScreen() {
  const read = useQuery(adminQuery('load the users', 'getUsers', {}));
  const [openId, open] = useAddressRecord('user');
  // The id of the proposed company; empty for none.
  const [newFor, openNew] = useAddressRecord('new');
  const [letters, openLetters] = useAddressRecord('mails');
  const [rights, openRights] = useAddressRecord('rights');
  const { role } = useUser();
  const [providers, openProviders] = useAddressRecord('sign-on');
  // Rendered in slices: so many inputs at once would block the page.
  const drawnId = useDeferredValue(openId);
  const shown = read.data?.find(({ id }) => id === drawnId);
  return (
    <>
      <ListPage
        title={t('admin.users')}
        read={read}
        wordsOf={searchedIn}
        create={{ label: t('adminUsers.create'), isBusy: false, run: () => openNew('') }}
        filters={FILTERS}
        empty={{ title: t('admin.nothingYet'), hint: t('adminUsers.emptyHint') }}
        links={[
          ...(role === 'administrator'
            ? [
                { label: t('providers.open'), run: () => openProviders('1') },
                { label: t('adminLetters.open'), run: () => openLetters('1') },
              ]
            : []),
          { label: t('adminRights.open'), run: () => openRights('1') },
        ]}
      >
        {(found) => (
          <DataTable
            label={t('admin.users')}
            rows={found}
            columns={COLUMNS}
            keyOf={idOf}
            onOpen={({ id }) => open(id)}
          />
        )}
      </ListPage>
      {rights !== null && <RightsDialog onClose={() => openRights(null)} />}
      {providers !== null && <IdentityProvidersDialog onClose={() => openProviders(null)} />}
      {letters !== null && <LettersDialog onClose={() => openLetters(null)} />}
      {newFor !== null && (
        <CreateUserDialog companyId={newFor === '' ? undefined : newFor} onClose={() => openNew(null)} />
      )}
      {read.data !== undefined && shown === undefined && drawnId !== null && <GoneDialog onClose={() => open(null)} />}
      {shown !== undefined && <UserDialog key={shown.id} user={shown} onClose={() => open(null)} />}
    </>
  );
}

function searchedIn(user: Account): string {
  return [user.name, user.email, companyOf(user), t(`roles.${user.role}`), stateOf(user)].join(' ');
}

function companyOf({ companyName }: Account): string {
  return companyName ?? t('frame.staff');
}

function stateOf({ disabled, hasPassword, invitedUntil, certificateExpiresOn }: Account): string {
  if (disabled) return t('adminUsers.disabled');
  if (hasPassword && isPastDay(certificateExpiresOn)) return t('adminUsers.certificateExpired');
  if (hasPassword) return t('adminUsers.stateActive');
  return t(invitedUntil === null ? 'adminUsers.invitationEnded' : 'adminUsers.noPassword');
}

/** Returns the state of an account: unemphasised while it needs no attention. */
function state(user: Account): ReactNode {
  if (user.hasPassword && !user.disabled && !isPastDay(user.certificateExpiresOn)) return stateOf(user);
  return (
    <Badge variant="default" tt="none">
      {stateOf(user)}
    </Badge>
  );
}
