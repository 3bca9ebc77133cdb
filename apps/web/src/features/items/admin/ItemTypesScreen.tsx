import type { ItemType } from '@holdfast/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { type PlacedType, placesOf } from './typeTree.ts';
import { useCreate } from '../../../lib/navigation/useCreate.ts';
import { type Column, DataTable, idOf } from '../../../ui/admin/DataTable.tsx';
import { ListPage } from '../../../ui/admin/ListPage.tsx';

/** Indent of one level of the tree, px (CNST-05). */
const INDENT_PX = 10;

const VIEWS = [
  { value: 'tree', label: t('adminItemTypes.tree') },
  { value: 'list', label: t('adminItemTypes.flat') },
];

/** All item types: as the tree of their possible parents, or as a list. */
export function ItemTypesScreen() {
  const [view, setView] = useState('tree');
  const create = useCreate(async (write) => {
    const name = t('adminItemTypes.newName');
    const { id } = await write('create the item type', 'createItemType', { name, isPrompt: '0' });
    return `/admin/item-types/${id}`;
  });
  const createQuestion = useCreate(async (write) => {
    const name = t('adminItemTypes.newName');
    const { id } = await write('create the item type', 'createItemType', { name, isPrompt: '1' });
    return `/admin/item-types/${id}`;
  });
  const around = {
    title: t('admin.item-types'),
    create: { label: t('admin.create'), ...create },
    empty: { title: t('admin.nothingYet'), hint: t('adminItemTypes.emptyHint') },
    aside: (
      <>
        <SegmentedControl aria-label={t('adminItemTypes.view')} data={VIEWS} value={view} onChange={setView} />
        <Button variant="default" loading={createQuestion.isBusy} onClick={createQuestion.run}>
          {t('adminItemTypes.createQuestion')}
        </Button>
      </>
    ),
  };
  return view === 'tree' ? <Tree {...around} /> : <List {...around} />;
}

interface Around {
  title: string;
  create: { label: string; isBusy: boolean; run(): void };
  empty: { title: string; hint: string };
  aside: ReactNode;
}

function Tree(around: Around) {
  const read = useQuery(adminQuery('load the item types', 'getItemTypesStructured', {}));
  const places = useMemo(() => read.data && placesOf(read.data), [read.data]);
  return (
    <ListPage
      {...around}
      read={{ ...read, data: places }}
      wordsOf={({ type }) => type.name}
      countOf={(rows) => new Set(rows.map(({ type }) => type.id)).size}
    >
      {(found, isSearching) => (
        <DataTable
          label={around.title}
          rows={isSearching ? eachOnce(found) : found}
          columns={isSearching ? FOUND : PLACED}
          keyOf={keyOf}
          linkOf={({ type }) => `/admin/item-types/${type.id}`}
        />
      )}
    </ListPage>
  );
}

const PLACED = treeColumns(({ depth }) => depth);
/** Columns of search results, which are shown without levels. */
const FOUND = treeColumns(() => 0);

function treeColumns(depthOf: (place: PlacedType) => number): Column<PlacedType>[] {
  return [
    {
      id: 'name',
      title: t('admin.name'),
      track: 'minmax(0, 3fr)',
      cell: (place) => placedName(place.type.name, depthOf(place)),
    },
    kindColumn(({ type }) => type),
  ];
}

function keyOf({ key }: PlacedType): string {
  return key;
}

/** A name, indented by its depth in the tree. */
function placedName(name: string, depth: number): ReactNode {
  return <span style={{ paddingLeft: depth * INDENT_PX }}>{name}</span>;
}

/** Returns each type once, for search results. */
function eachOnce(places: readonly PlacedType[]): PlacedType[] {
  return [...new Map(places.map((place) => [place.type.id, place])).values()];
}

function List(around: Around) {
  const read = useQuery(adminQuery('load the item types', 'getItemTypes', {}));
  const { data: inspections } = useQuery(adminQuery('load the inspections', 'getAdminInspections', {}));
  const uses = new Map<string, number>();
  for (const { itemTypes } of inspections ?? []) {
    for (const { itemTypeId } of itemTypes) uses.set(itemTypeId, (uses.get(itemTypeId) ?? 0) + 1);
  }
  const columns: Column<ItemType>[] = [
    { id: 'name', title: t('admin.name'), cell: ({ name }) => name, sort: ({ name }) => name, track: 'minmax(0, 3fr)' },
    kindColumn((type) => type),
    {
      id: 'templates',
      title: t('adminItemTypes.templates'),
      cell: ({ itemTypeFieldsTemplates }) => itemTypeFieldsTemplates.length,
      sort: ({ itemTypeFieldsTemplates }) => itemTypeFieldsTemplates.length,
      numeric: true,
      wideOnly: true,
      track: '150px',
    },
    {
      id: 'inspections',
      title: t('admin.inspections'),
      cell: ({ id }) => (inspections === undefined ? '' : (uses.get(id) ?? 0)),
      sort: ({ id }) => uses.get(id) ?? 0,
      numeric: true,
      wideOnly: true,
      track: '120px',
    },
  ];
  return (
    <ListPage {...around} read={read} wordsOf={({ name }) => name}>
      {(found) => (
        <DataTable
          label={around.title}
          rows={found}
          columns={columns}
          keyOf={idOf}
          linkOf={({ id }) => `/admin/item-types/${id}`}
        />
      )}
    </ListPage>
  );
}

function kindColumn<R>(typeOf: (row: R) => Pick<ItemType, 'isQuestion' | 'isLocation'>): Column<R> {
  const kindOf = (row: R): string => {
    const { isQuestion, isLocation } = typeOf(row);
    if (isQuestion) return t('adminItemTypes.kindQuestion');
    return t(isLocation ? 'adminItemTypes.kindLocation' : 'adminItemTypes.kindItem');
  };
  return { id: 'kind', title: t('adminItemTypes.kind'), cell: kindOf, track: '120px' };
}
