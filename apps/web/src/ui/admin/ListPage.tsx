import { Button, Group, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import { useAddressState } from '../../lib/navigation/addressState.ts';
import { wordsOf } from '../../lib/calls/adminCalls.ts';
import { whenIdle } from '../../lib/idle.ts';
import { t } from '../../lib/texts/administration.ts';
import { type Filter, Filters, narrowed } from './Filters.tsx';
import { useMedia } from '../hooks/useMedia.ts';
import { SearchInput } from '../inputs/SearchInput.tsx';
import { Empty, Failed, Loading, ScreenTitle } from '../states.tsx';
import classes from './ListPage.module.css';

/** Result of a query. */
export interface Read<D> {
  data: D | undefined;
  error: unknown;
  refetch(): unknown;
}

/** Action of a list other than Create. */
export interface ListLink {
  label: string;
  run(): void;
}

/** Number of rows in the skeleton of a list. */
const SKELETON_ROWS = 8;

const NO_FILTERS: readonly never[] = [];

/** A list of the administration: title, count, search, Create, and the four states around the table. */
export function ListPage<R extends object>({
  title,
  read,
  wordsOf: searchedIn,
  countOf = (rows) => rows.length,
  create,
  empty,
  filters = NO_FILTERS,
  aside,
  links = [],
  more,
  children,
}: {
  /** null: the page around the list has its title. */
  title: string | null;
  read: Read<readonly R[]>;
  /** Returns the text of a row that the search covers. */
  wordsOf(row: R): string;
  /** Returns the number of entries in the rows, where a row may stand for several. */
  countOf?(rows: readonly R[]): number;
  /** The Create button; `isBusy` while it runs. Absent for lists in which nothing is created. */
  create?: { label: string; isBusy: boolean; run(): void };
  /** Advice while the list is empty. */
  empty: { title: string; hint: string };
  /** Filters of the list by the values of its rows. */
  filters?: readonly Filter<R>[];
  /** Further filters or views of the list. */
  aside?: ReactNode;
  /** Actions of less importance than Create: shown as buttons, in narrow windows as a menu when there are several. */
  links?: readonly ListLink[];
  /** Reads further rows; shown below the list. null: there are no further rows. */
  more?: { label: string; isBusy: boolean; run(): void } | null;
  /** Renders the matching rows in order. */
  children(found: readonly R[], isSearching: boolean): ReactNode;
}) {
  const [search, setSearch] = useAddressState('q');
  const [filterText, setFilterText] = useAddressState('filter');
  const chosen = useMemo(() => new Map(new URLSearchParams(filterText)), [filterText]);
  const words = useDeferredValue(search).trim().toLocaleLowerCase('en-GB');
  const { data: rows } = read;
  const textOf = useSearchedTexts(rows, searchedIn);
  const found = useMemo(() => {
    const matching = words === '' ? rows : rows?.filter((row) => textOf(row).includes(words));
    return matching && narrowed(matching, filters, chosen);
  }, [rows, textOf, words, filters, chosen]);
  const isWhole = more == null;
  const isNarrowed = words !== '' || chosen.size > 0;
  // The table is rendered when the matches change, not on every keystroke.
  const table = useMemo(
    () => (found !== undefined && found.length > 0 ? children(found, isNarrowed) : null),
    [children, found, isNarrowed],
  );
  // An empty list needs no search, unless the server has filtered it.
  const isListed = rows === undefined || rows.length > 0 || isNarrowed || aside !== undefined;
  const showAll = (): void => {
    setSearch('');
    setFilterText('');
  };
  const createButton = create !== undefined && (
    <Button leftSection={<IconPlus size={20} aria-hidden />} loading={create.isBusy} onClick={create.run}>
      {create.label}
    </Button>
  );
  return (
    <div className={classes['page']}>
      <div className={classes['top']}>
        <div>
          {title !== null && <ScreenTitle>{title}</ScreenTitle>}
          <Text c="dimmed" h={24} role="status">
            {found === undefined || rows === undefined || rows.length === 0
              ? ''
              : isNarrowed
                ? t(isWhole ? 'admin.countFound' : 'admin.countFoundLoaded', {
                    found: countOf(found),
                    count: countOf(rows),
                  })
                : t(isWhole ? 'admin.count' : 'admin.countLoaded', { count: countOf(rows) })}
          </Text>
        </div>
        <Group gap="sm" className={classes['tools'] ?? ''}>
          {isListed && (
            <SearchInput
              className={classes['search'] ?? ''}
              label={t('admin.search')}
              value={search}
              onChange={setSearch}
            />
          )}
          {filters.length > 0 && isListed && (
            <Filters
              filters={filters}
              rows={rows ?? []}
              chosen={chosen}
              onChange={(to) => setFilterText(new URLSearchParams([...to]).toString())}
            />
          )}
          {aside}
          <Links links={links} />
          {createButton}
        </Group>
      </div>
      {table}
      {!isWhole && (
        <Button variant="default" style={{ alignSelf: 'center' }} loading={more.isBusy} onClick={more.run}>
          {more.label}
        </Button>
      )}
      {found?.length === 0 &&
        (rows?.length === 0 ? (
          <Empty title={empty.title} hint={empty.hint} />
        ) : (
          <Empty
            title={t('admin.noneFound')}
            hint={t('admin.noneFoundHint')}
            action={
              <Button variant="default" onClick={showAll}>
                {t(chosen.size === 0 ? 'admin.clearSearch' : 'admin.clearAll')}
              </Button>
            }
          />
        ))}
      {rows === undefined && <Unread read={read} rows={SKELETON_ROWS} />}
    </div>
  );
}

/** Returns a function that returns the text of a row that a search covers, and makes it once. */
function searchedTexts<R extends object>(wordsOf: (row: R) => string): (row: R) => string {
  const known = new WeakMap<R, string>();
  return (row) => {
    const text = known.get(row) ?? wordsOf(row).toLocaleLowerCase('en-GB');
    known.set(row, text);
    return text;
  };
}

/** Makes the texts that a search covers while the page is idle: those of thousands of rows at once would block it. */
function useSearchedTexts<R extends object>(
  rows: readonly R[] | undefined,
  wordsOf: (row: R) => string,
): (row: R) => string {
  const textOf = useMemo(() => searchedTexts(wordsOf), [wordsOf]);
  useEffect(() => {
    if (rows === undefined) return undefined;
    let next = 0;
    return whenIdle((mayGoOn) => {
      while (next < rows.length && mayGoOn()) textOf(rows[next++]!);
      return next >= rows.length;
    });
  }, [rows, textOf]);
  return textOf;
}

function Links({ links }: { links: readonly ListLink[] }) {
  const isNarrow = useMedia('(max-width: 75em)');
  if (!isNarrow || links.length < 2) {
    return links.map(({ label, run }) => (
      <Button key={label} variant="default" onClick={run}>
        {label}
      </Button>
    ));
  }
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={20} aria-hidden />}>
          {t('admin.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(({ label, run }) => (
          <Menu.Item key={label} mih={48} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Shown instead of data that are being loaded or could not be loaded. */
export function Unread({ read: { error, refetch }, rows }: { read: Read<unknown>; rows: number }) {
  if (error !== null && error !== undefined) {
    return <Failed {...wordsOf(error)} onRetry={() => void refetch()} />;
  }
  return (
    <Loading>
      <Stack gap={8}>
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} height={44} />
        ))}
      </Stack>
    </Loading>
  );
}
