import { Problem, type StructuredItemType } from '@holdfast/contract';
import type { Intent } from '@holdfast/sync';
import { byName } from '../lists/byName.ts';

/** A row of the tree of item types. */
interface TypeRow {
  id: string;
  name: string;
  isQuestion: number;
  isLocation: number;
}

/** The item types as a tree: a type under each of its parents, those without a living parent at the top, siblings by name. */
export function typeTree(
  types: readonly TypeRow[],
  links: readonly { itemTypeId: string; parentItemTypeId: string }[],
): StructuredItemType[] {
  const nodes = new Map(
    types
      .toSorted(byName)
      .map(({ id, name, isQuestion, isLocation }): [string, StructuredItemType] => [
        id,
        { id, name, isQuestion: isQuestion === 1, isLocation: isLocation === 1, childItemTypes: [] },
      ]),
  );
  const parents = new Map<string, StructuredItemType[]>();
  for (const { itemTypeId, parentItemTypeId } of links) {
    const parent = nodes.get(parentItemTypeId);
    if (parent !== undefined) parents.set(itemTypeId, [...(parents.get(itemTypeId) ?? []), parent]);
  }
  const top: StructuredItemType[] = [];
  // Sorted by name, so that the children of each parent are in order. A node is one object, even if it has several parents.
  for (const node of nodes.values()) {
    const above = parents.get(node.id);
    if (above === undefined) top.push(node);
    else for (const parent of above) parent.childItemTypes.push(node);
  }
  return top;
}

/**
 * Maximum number of positions in the tree: a type counts once for each path to it, and paths multiply where many parents share many
 * children.
 */
const PLACE_LIMIT = 10_000;

/** Checks that an item type is not its own ancestor, at any depth (AITY-07), and that the tree is small enough to be shown. */
export async function typesFormATree({ after, lookup }: Intent): Promise<void> {
  if (after.deletedAt !== null) return;
  const links = (await lookup.find('itemTypeParent', {})).filter((link) => link.id !== after.id);
  const children = new Map<unknown, unknown[]>();
  const childIds = new Set<unknown>();
  for (const { itemTypeId, parentItemTypeId } of [...links, after]) {
    children.set(parentItemTypeId, [...(children.get(parentItemTypeId) ?? []), itemTypeId]);
    childIds.add(itemTypeId);
  }
  const counted = new Map<unknown, number>();
  const places = (type: unknown): number => {
    const known = counted.get(type);
    if (known === 0) throw new Problem('wouldLoop');
    if (known !== undefined) return known;
    // Zero marks a type whose children are being counted: when it is reached again, it is below itself.
    counted.set(type, 0);
    const count = (children.get(type) ?? []).reduce<number>((sum, child) => sum + places(child), 1);
    counted.set(type, count);
    return count;
  };
  places(after['parentItemTypeId']);
  const tops = [...children.keys()].filter((type) => !childIds.has(type));
  if (tops.reduce<number>((sum, type) => sum + places(type), 0) > PLACE_LIMIT) {
    throw new Problem('ruleBroken', { rule: `the tree of item types has at most ${PLACE_LIMIT} places` });
  }
}
