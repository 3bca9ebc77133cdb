import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planDeletion, type ItemInTree } from './deletionPlan.ts';

/** Any tree of items, each below an earlier one. */
const trees = fc
  .array(
    fc.record({
      below: fc.nat(),
      isLocation: fc.integer({ min: 0, max: 1 }),
      member: fc.boolean(),
      usedElsewhere: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((drawn) =>
    drawn.map(({ below, ...rest }, i): ItemInTree => ({
      id: `${i}`,
      parentItemId: i === 0 ? 'above' : `${below % i}`,
      ...rest,
    })),
  );

it('leaves a tree in which all remaining items have their place, and nothing of others is deleted', () => {
  fc.assert(
    fc.property(trees, (items) => {
      const plan = planDeletion(items, '0');
      const gone = new Set(plan.delete);
      const moved = new Map(plan.move.map(({ id, parentItemId }) => [id, parentItemId]));
      const staying = items.filter((item) => !gone.has(item.id));

      expect(plan.delete.length + plan.kept).toBe(items.length);
      expect(plan.remove).toEqual(items.filter((item) => item.member).map((item) => item.id));
      for (const item of items.filter(({ usedElsewhere }) => usedElsewhere)) expect(gone.has(item.id)).toBe(false);
      for (const { id, parentItemId } of staying) {
        const place = moved.has(id) ? moved.get(id)! : parentItemId!;
        expect(gone.has(place)).toBe(false);
        expect(moved.has(id)).toBe(gone.has(parentItemId!));
      }
      // Contents are deleted before their container.
      const at = new Map(plan.delete.map((id, i) => [id, i]));
      for (const { id, parentItemId } of items) {
        if (at.has(id) && at.has(parentItemId!)) expect(at.get(id)!).toBeLessThan(at.get(parentItemId!)!);
      }
      // A location stays only when it contains a remaining item, or another inspection contains it.
      for (const place of staying.filter((item) => item.isLocation === 1 && !item.usedElsewhere)) {
        const holds = staying.some(({ id, parentItemId }) => (moved.get(id) ?? parentItemId) === place.id);
        expect(holds).toBe(true);
      }
    }),
  );
});
