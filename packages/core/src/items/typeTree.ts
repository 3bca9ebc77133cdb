import { Problem, type StructuredItemType } from '@holdfast/contract';
import type { Intent, Lookup } from '@holdfast/sync';
import { byName } from '../byName.ts';

/** What the tree is made of. */
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
  // By name, so that children arrive at each parent in order; a node is one object, however many parents hold it.
  for (const node of nodes.values()) {
    const above = parents.get(node.id);
    if (above === undefined) top.push(node);
    else for (const parent of above) parent.childItemTypes.push(node);
  }
  return top;
}

/** An item type never stands under itself, however many types lie between (AITY-07). */
export async function typesFormNoLoop({ after, look }: Intent): Promise<void> {
  if (after.deletedAt !== null) return;
  const reached = new Set<string>();
  const waiting = [String(after['parentItemTypeId'])];
  while (waiting.length > 0) {
    const type = waiting.pop()!;
    if (type === after['itemTypeId']) throw new Problem('wouldLoop');
    if (reached.has(type)) continue;
    reached.add(type);
    waiting.push(...(await parentsOf(look, type)));
  }
}

async function parentsOf(look: Lookup, itemTypeId: string): Promise<string[]> {
  const links = await look.find('itemTypeParent', { itemTypeId });
  return links.map((link) => String(link['parentItemTypeId']));
}
