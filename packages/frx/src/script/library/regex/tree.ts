import type { CharacterTest } from './characters.ts';

/** Options of a Regex (System.Text.RegularExpressions.RegexOptions). */
export const IGNORE_CASE = 1;
/** RegexOptions.Multiline. */
export const MULTILINE = 2;
/** RegexOptions.ExplicitCapture. */
export const EXPLICIT_CAPTURE = 4;
/** RegexOptions.Singleline. */
export const SINGLELINE = 16;
/** RegexOptions.IgnorePatternWhitespace. */
export const IGNORE_WHITE_SPACE = 32;
/** RegexOptions.RightToLeft. */
export const RIGHT_TO_LEFT = 64;
/** RegexOptions.ECMAScript. */
export const ECMA_SCRIPT = 256;

/** A condition on a position between two characters. */
export type Anchor = 'line start' | 'line end' | 'start' | 'end' | 'last end' | 'search start' | 'word' | 'not word';

/** The parts of a pattern. */
export type Node =
  | { readonly k: 'empty' }
  | { readonly k: 'character'; readonly test: CharacterTest }
  | { readonly k: 'all'; readonly items: readonly Node[] }
  | { readonly k: 'any'; readonly items: readonly Node[] }
  | { readonly k: 'loop'; readonly body: Node; readonly min: number; readonly max: number; readonly lazy: boolean }
  | { readonly k: 'group'; readonly number: number; readonly body: Node }
  /** The last captured text of a group. */
  | { readonly k: 'reference'; readonly number: number; readonly ignoreCase: boolean }
  | { readonly k: 'anchor'; readonly anchor: Anchor; readonly ascii: boolean }
  | { readonly k: 'lookaround'; readonly behind: boolean; readonly negative: boolean; readonly body: Node };

/** A parsed pattern. */
export interface Pattern {
  readonly root: Node;
  /** Numbers of the groups in order; 0 is the whole match. */
  readonly numbers: readonly number[];
  /** Names of the groups in the order of `numbers`; those without a name have their number. */
  readonly names: readonly string[];
  /** Groups that can be captured several times in one match. */
  readonly repeated: ReadonlySet<number>;
  /** Groups inside lookarounds, whose captures are not known. */
  readonly unseen: ReadonlySet<number>;
}

/** A pattern that .NET refuses as well. */
export class PatternError extends Error {}

/** A pattern that .NET accepts and scripts of reports do not support. */
export class UnsupportedPattern extends Error {}
