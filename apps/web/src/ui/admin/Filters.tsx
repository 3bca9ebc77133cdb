import { Button, Popover, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { t } from '../../lib/texts/administration.ts';
import { LongSelect } from './LongSelect.tsx';

/** A filter of a list: keeps the rows that have a chosen value. */
export interface Filter<R> {
  /** Name of its parameter in the address. */
  id: string;
  label: string;
  /** Returns the displayed value of a row. */
  of(row: R): string;
}

const collator = new Intl.Collator('en-GB', { numeric: true });

/** One button with the number of filters in use, and the filters behind it. */
export function Filters<R>({
  filters,
  rows,
  chosen,
  onChange,
}: {
  filters: readonly Filter<R>[];
  rows: readonly R[];
  /** Chosen values by the filter's id. */
  chosen: ReadonlyMap<string, string>;
  onChange(chosen: ReadonlyMap<string, string>): void;
}) {
  const choose = (id: string, value: string | null): void => {
    const next = new Map(chosen);
    if (value === null) next.delete(id);
    else next.set(id, value);
    onChange(next);
  };
  return (
    <FilterPopover count={chosen.size} onClear={() => onChange(new Map())}>
      {filters.map((filter) => (
        <ValueFilter
          key={filter.id}
          filter={filter}
          rows={rows}
          value={chosen.get(filter.id) ?? null}
          onChange={(value) => choose(filter.id, value)}
        />
      ))}
    </FilterPopover>
  );
}

/** A filter with the values that occur in the rows. They are gathered when the popover opens: there may be thousands of rows. */
function ValueFilter<R>({
  filter: { label, of },
  rows,
  value,
  onChange,
}: {
  filter: Filter<R>;
  rows: readonly R[];
  value: string | null;
  onChange(value: string | null): void;
}) {
  const data = useMemo(
    () => [...new Set([...rows.map(of), ...(value === null ? [] : [value])])].toSorted(collator.compare),
    [rows, of, value],
  );
  return <FilterSelect label={label} data={data} value={value} onChange={onChange} />;
}

/**
 * A button with the number of active filters, which opens the filters.
 * @param children inputs whose drop-downs are rendered within the popover, because a press outside closes it
 */
export function FilterPopover({ count, onClear, children }: { count: number; onClear(): void; children: ReactNode }) {
  return (
    <Popover width={280} position="bottom-end" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={18} aria-hidden />}>
          {count === 0 ? t('admin.filter') : t('admin.filterCount', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {children}
          {count > 0 && (
            <Button variant="default" onClick={onClear}>
              {t('admin.filterClear')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A select of one value in a popover of filters; null: all values. */
export function FilterSelect({
  label,
  data,
  value,
  onChange,
}: {
  label: string;
  data: readonly (string | { value: string; label: string })[];
  value: string | null;
  onChange(value: string | null): void;
}) {
  return (
    <LongSelect
      label={label}
      placeholder={t('admin.filterAll')}
      clearable
      // The first select gets the focus when the popover opens: its list would cover the others.
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={t('dropdown.noOptions')}
      data={data}
      value={value}
      onChange={onChange}
    />
  );
}

/** Returns the rows that have every chosen value. */
export function narrowed<R>(
  rows: readonly R[],
  filters: readonly Filter<R>[],
  chosen: ReadonlyMap<string, string>,
): readonly R[] {
  if (chosen.size === 0) return rows;
  return rows.filter((row) => filters.every(({ id, of }) => !chosen.has(id) || of(row) === chosen.get(id)));
}
