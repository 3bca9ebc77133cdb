/** The descriptors of one side of an advanced matrix: a tree, each with its position in the template. */

export interface AdvDescriptor {
  readonly name: string;
  /** Creates an item for each value of its expression; other descriptors create one item. */
  readonly groups: boolean;
  readonly sort: 'None' | 'Ascending' | 'Descending';
  /** Items are sorted by an aggregate instead of by their values. */
  readonly sortsByTotal: boolean;
  /** Its items have a separate line, above those of the items inside, in the same header column. */
  readonly stepped: boolean;
  readonly visible: boolean;
  readonly pageBreak: boolean;
  /** Number of lines that its header cell spans when no items are inside. */
  readonly span: number;
  readonly topN: TopN | undefined;
  readonly inner: readonly AdvDescriptor[];
}

/** Only the first items are kept; the names refer to sibling descriptors that show their sum, the other items, and the sum of the others. */
interface TopN {
  readonly count: number;
  readonly total: string;
  readonly others: string;
  readonly othersTotal: string;
}

/** The tree of headers of one side of a matrix, with the position of each. */
export interface AdvAxis {
  readonly descriptors: readonly AdvDescriptor[];
  /** Number of header levels: the depth of the tree. */
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
