/** The descriptors of one side of an advanced matrix: a tree, each with its line of cells in the template. */

export interface AdvDescriptor {
  readonly name: string;
  /** It makes an item for each value of its expression; others make one item. */
  readonly groups: boolean;
  readonly sort: 'None' | 'Ascending' | 'Descending';
  /** Items go in the order of an aggregate instead of their values. */
  readonly sortsByTotal: boolean;
  /** Its items take a line of their own, above those of the items inside, in the same header column. */
  readonly stepped: boolean;
  readonly visible: boolean;
  readonly pageBreak: boolean;
  /** Lines its header cell covers where no items stand inside. */
  readonly span: number;
  readonly topN: TopN | undefined;
  readonly inner: readonly AdvDescriptor[];
}

/** The first items stay; names say which of the descriptors beside it show the sum of those, the others, and the sum of the others. */
interface TopN {
  readonly count: number;
  readonly total: string;
  readonly others: string;
  readonly othersTotal: string;
}

/** The tree of headers of one side of a matrix, with the place of each. */
export interface AdvAxis {
  readonly descriptors: readonly AdvDescriptor[];
  /** Header lines: how deep the tree is. */
  readonly depth: number;
  readonly placeOf: (descriptor: AdvDescriptor) => { readonly level: number; readonly line: number };
}

/** Lays out the tree of headers of one side. */
export function axisOf(descriptors: readonly AdvDescriptor[]): AdvAxis {
  const places = new Map<AdvDescriptor, { level: number; line: number }>();
  let lines = 0;
  let depth = 0;
  const walk = (list: readonly AdvDescriptor[], level: number): void => {
    for (const descriptor of list) {
      places.set(descriptor, { level, line: lines });
      depth = Math.max(depth, level + 1);
      if (descriptor.inner.length === 0 || descriptor.stepped) lines += 1;
      walk(descriptor.inner, descriptor.stepped ? level : level + 1);
    }
  };
  walk(descriptors, 0);
  return { descriptors, depth, placeOf: (descriptor) => places.get(descriptor) ?? { level: 0, line: 0 } };
}
