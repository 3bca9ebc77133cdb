import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConflictNotice } from '../../ui/admin/ConflictNotice.tsx';
import { DataTable, idOf } from '../../ui/admin/DataTable.tsx';
import { FileRefused } from '../../ui/admin/FileRefused.tsx';
import { FilterPopover, Filters, FilterSelect } from '../../ui/admin/Filters.tsx';
import { LinkPanel } from '../../ui/admin/LinkPanel.tsx';
import { LongSelect } from '../../ui/admin/LongSelect.tsx';
import { NameField, NameFields } from '../../ui/admin/NameFields.tsx';
import { PickerSelect } from '../../ui/admin/PickerSelect.tsx';
import { RestoredNotice } from '../../ui/admin/RestoredNotice.tsx';
import { moved, SortableList } from '../../ui/admin/SortableList.tsx';
import { ignore, Shown, State } from './Shown.tsx';

const ROWS = ['Northmere Drilling', 'Scaur Offshore', 'Tarn Marine'].map((name, at) => ({
  id: name,
  name,
  installations: (at + 1) * 7,
}));
const COLUMNS = [
  { id: 'name', title: 'Name', cell: ({ name }: (typeof ROWS)[number]) => name, sort: idOf },
  {
    id: 'installations',
    title: 'Installations',
    numeric: true,
    cell: ({ installations }: (typeof ROWS)[number]) => installations,
  },
];
const FILTERS = [{ id: 'name', label: 'Company', of: idOf }];
const NONE_CHOSEN: ReadonlyMap<string, string> = new Map();
const ONE_CHOSEN: ReadonlyMap<string, string> = new Map([['name', 'Tarn Marine']]);
const CHOICES = ROWS.map(({ id, name }) => ({ value: id, label: name }));
const renderName = ({ name }: { name: string }) => name;

/** Components of the administration. */
export function AdminComponents() {
  const [entries, setEntries] = useState(ROWS);
  return (
    <>
      <Shown name="DataTable and Filters">
        <State name="DataTable">
          <div style={{ display: 'flex', height: 240 }}>
            <DataTable label="Companies" rows={ROWS} columns={COLUMNS} keyOf={idOf} onOpen={ignore} />
          </div>
        </State>
        <State name="Filters, none chosen">
          <Filters filters={FILTERS} rows={ROWS} chosen={NONE_CHOSEN} onChange={ignore} />
        </State>
        <State name="Filters, one chosen">
          <Filters filters={FILTERS} rows={ROWS} chosen={ONE_CHOSEN} onChange={ignore} />
        </State>
        <State name="FilterPopover with a FilterSelect">
          <FilterPopover count={1} onClear={ignore}>
            <FilterSelect label="Company" data={CHOICES} value="Tarn Marine" onChange={ignore} />
          </FilterPopover>
        </State>
      </Shown>
      <Shown name="Names and pickers">
        <State name="NameFields">
          <NameFields name="Floodlight" shortName="FL" onChange={ignore} />
        </State>
        <State name="NameField, empty">
          <NameField name="" onChange={ignore} />
        </State>
        <State name="LongSelect">
          <LongSelect label="Company" data={CHOICES} defaultValue="Tarn Marine" />
        </State>
        <State name="PickerSelect">
          <PickerSelect label="Company" data={CHOICES} value="Tarn Marine" onChoose={ignore} onCreate={ignore} />
        </State>
      </Shown>
      <Shown name="Lists">
        <State name="SortableList">
          <SortableList
            label="Companies in order"
            entries={entries}
            onMove={(from, to) => setEntries((all) => [...moved(all, from, to)])}
            renderHead={renderName}
          />
        </State>
        <State name="LinkPanel">
          <LinkPanel
            title="Users"
            hint="Who works for this company."
            linked={[{ id: 'maren', name: 'Maren Thorskild', note: 'Inspector', controls: <Button>Edit</Button> }]}
            none="No users yet."
            choices={{ data: CHOICES, error: null, refetch: ignore }}
            addLabel="Add a user"
            isBusy={false}
            onAdd={() => Promise.resolve()}
            onRemove={ignore}
          />
        </State>
      </Shown>
      <Shown name="Notices">
        <State name="RestoredNotice">
          <RestoredNotice />
        </State>
        <State name="ConflictNotice">
          <ConflictNotice
            who="Idris Fallowby"
            at="2026-11-13T14:50:00.000Z"
            differences={[{ name: 'Name', theirs: 'Floodlight', yours: 'Flood light' }]}
            isSaving={false}
            onSaveOnTop={ignore}
            onTakeTheirs={ignore}
          />
        </State>
        <State name="FileRefused">
          <FileRefused failure={new Error('The file holds no template.')} />
        </State>
      </Shown>
    </>
  );
}
