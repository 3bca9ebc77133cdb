import { roleHolds } from '@holdfast/contract/roles';
import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useChosenCompany } from '../../features/companies/index.ts';
import { useUser } from '../../features/users/index.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { isDesktop } from '../../lib/host.ts';
import { part } from '../../lib/parts.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/palette.ts';
import { useViews } from '../../lib/navigation/views.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Keys } from '../../ui/shortcuts/HelpSheet.tsx';
import type { PaletteProps } from '../../ui/shortcuts/Shortcuts.tsx';
import { type Choice, choiceOf, Found, valueOf } from './Found.tsx';
import { RecordGroups } from './RecordGroups.tsx';

const AdministeredGroups = part(() => import('./AdministeredGroups.tsx'), false);

/** Pause in ms after the last keystroke before records are searched. */
const SEARCH_AFTER_MS = 150;
/** Number of letters from which records are searched. */
const SHORTEST = 2;

/** Palette of everything that can be done or opened: the commands of the current screen, and records by name. */
export default function Palette({ commands, search, onSearch, onClose }: PaletteProps) {
  const { companyId: own, role } = useUser();
  const [chosen] = useChosenCompany();
  const companyId = own ?? chosen;
  const { open } = useViews();
  const navigate = useNavigate();
  const [settled] = useDebouncedValue(search.trim(), SEARCH_AFTER_MS);
  const isSearched = settled.length >= SHORTEST;
  const combobox = useCombobox({ opened: true });
  const sought = search.trim().toLowerCase();
  const known = commands.filter(({ label }) => label.toLowerCase().includes(sought));

  const records = useQuery({
    ...queryOf('findRecords', { text: settled, ...(own === null && chosen !== null ? { companyId: chosen } : {}) }),
    enabled: isSearched && companyId !== null,
    staleTime: 0,
  });
  const administered = useQuery({
    ...queryOf('findAdministered', { text: settled }),
    enabled: isSearched && roleHolds(role, 'consult') && !isDesktop,
    staleTime: 0,
  });
  const isWaiting =
    sought.length >= SHORTEST && (settled !== search.trim() || records.isFetching || administered.isFetching);
  const failure = records.error ?? administered.error;
  const found = isSearched ? (records.data ?? []) : [];
  // Records that are already among the company's results are left out of the administration's.
  const ids = new Set(found.map(({ id }) => id));
  const others = isSearched ? (administered.data ?? []).filter(({ id }) => !ids.has(id)) : [];

  // Enter also chooses among results that arrive later; an entry selected with the arrow keys stays selected.
  const choose = (): void => {
    const list = document.getElementById(combobox.listId ?? '');
    if (sought !== '' && list?.querySelector('[data-combobox-selected]') == null) combobox.selectFirstOption();
  };
  useEffect(choose);

  const run = (choice: Choice): void => {
    onClose();
    if (choice.is === 'command') commands.find(({ id }) => id === choice.id)?.run();
    else if (choice.is === 'view') open(choice.view);
    else void navigate(choice.to);
  };
  const isEmpty = known.length === 0 && found.length === 0 && others.length === 0;
  return (
    <Dialog opened onClose={onClose} closeOnBlur title={t('palette.title')}>
      <Combobox store={combobox} onOptionSubmit={(value) => run(choiceOf(value))} withinPortal={false}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            size="md"
            maxLength={100}
            leftSection={<IconSearch size={20} aria-hidden />}
            placeholder={t('palette.placeholder')}
            aria-label={t('palette.placeholder')}
            value={search}
            // The list handles Escape itself; here Escape closes the palette.
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose();
            }}
            onChange={(event) => {
              onSearch(event.currentTarget.value);
              combobox.selectFirstOption();
            }}
          />
        </Combobox.EventsTarget>
        <Text size="sm" c={failure === null ? 'dimmed' : 'var(--mantine-color-error)'} mt="xs" role="status">
          {status({ isWaiting, failure, isShort: sought.length < SHORTEST, lacksCompany: companyId === null })}
        </Text>
        <Combobox.Options aria-label={t('palette.title')} tabIndex={0} mah={420} mt="xs" style={{ overflowY: 'auto' }}>
          {known.length > 0 && (
            <Combobox.Group label={t('palette.commands')}>
              {known.map(({ id, label, keys }) => (
                <Combobox.Option key={id} value={valueOf({ is: 'command', id })} py="sm">
                  <Group justify="space-between" wrap="nowrap">
                    <Found name={label} within="" />
                    {keys !== undefined && <Keys keys={keys} />}
                  </Group>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          <RecordGroups found={found} />
          {roleHolds(role, 'consult') && !isDesktop && (
            <Suspense>
              <AdministeredGroups role={role} sought={sought} found={others} onShown={choose} />
            </Suspense>
          )}
          {isEmpty && !isWaiting && failure === null && sought !== '' && (
            <Combobox.Empty>{t('palette.nothing')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox>
    </Dialog>
  );
}

/** The line below the input. */
function status({
  isWaiting,
  failure,
  isShort,
  lacksCompany,
}: {
  isWaiting: boolean;
  failure: Error | null;
  isShort: boolean;
  lacksCompany: boolean;
}): string {
  if (isShort) return t('palette.hint');
  if (isWaiting) return t('palette.searching');
  if (failure !== null) return t('palette.failed', { reason: reasonOf(failure) });
  return lacksCompany ? t('palette.noCompany') : '';
}
