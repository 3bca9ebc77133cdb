import type { StructuredItemType } from '@holdfast/contract';

const collator = new Intl.Collator('en-GB', { numeric: true });

/** Returns the types of a tree, each once, by name. */
export function typesOf(tree: readonly StructuredItemType[]): StructuredItemType[] {
  const found = new Map<string, StructuredItemType>();
  const visit = (types: readonly StructuredItemType[]): void => {
    for (const type of types) {
      if (found.has(type.id)) continue;
      found.set(type.id, type);
      visit(type.childItemTypes);
    }
  };
  visit(tree);
  return [...found.values()].toSorted((a, b) => collator.compare(a.name, b.name));
}

/** A type at one position in the tree. */
export interface PlacedType {
  /** Key made of the path to it: a type under several parents has several positions. */
  key: string;
  type: StructuredItemType;
  /** Number of its ancestors. */
  depth: number;
}

/** Returns the tree as rows, parents before their children. */
export function placesOf(tree: readonly StructuredItemType[]): PlacedType[] {
  const rows: PlacedType[] = [];
  const visit = (types: readonly StructuredItemType[], above: string, depth: number): void => {
    for (const type of types) {
      const key = `${above}/${type.id}`;
      rows.push({ key, type, depth });
      visit(type.childItemTypes, key, depth + 1);
    }
  };
  visit(tree, '', 0);
  return rows;
}

/** Returns the ids of a type and of every type below it: none of them can become its parent (AITY-07). */
export function idsFrom(tree: readonly StructuredItemType[], id: string): Set<string> {
  const type = typesOf(tree).find((known) => known.id === id);
  return new Set(type === undefined ? [id] : typesOf([type]).map((below) => below.id));
}
