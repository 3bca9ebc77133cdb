/** Effects of a save on the page once the server has answered. Each feature declares its own; the page puts them together. */
import type { InputOf, Operation, OperationName, Operations, OutputOf } from '@holdfast/contract';
import type { QueryClient } from '@tanstack/react-query';

type Named<N extends OperationName> = Extract<Operations[N], Operation>;

/** The operations that go through the outbox. Each has a `saveKind` in the `mutations.ts` of its feature. */
export type SavedOperation =
  | 'addFileToItem'
  | 'addImageToInstallationInspectionItem'
  | 'addNoteToInstallationInspectionItem'
  | 'orderImages'
  | 'removeFileFromItem'
  | 'removeImageFromInstallationInspectionItem'
  | 'removeNoteFromInstallationInspectionItem'
  | 'restoreFileToItem'
  | 'restoreImageToInstallationInspectionItem'
  | 'saveInstallationInspectionItemField'
  | 'saveItemField'
  | 'setCondition'
  | 'setImageCaption'
  | 'setImageEdit'
  | 'setItemName'
  | 'setParentItem';

/** Saving of one operation. */
export interface SaveKind {
  /** Puts the answer where screens read it. */
  saved(cache: QueryClient, input: unknown, output: unknown): void;
  /**
   * `keep`: the typed value stays on screen, marked. `putBack`: the old value shows again, with a message. `ask`: the same, but where
   * another user changed it meanwhile both values stay on screen and the user decides.
   */
  refused: 'keep' | 'putBack' | 'ask';
}

/** Declares how an operation is saved. */
export function saveKind<N extends SavedOperation>(
  _operation: N,
  kind: {
    saved(cache: QueryClient, input: InputOf<Named<N>>, output: OutputOf<Named<N>>): void;
    refused: SaveKind['refused'];
  },
): SaveKind {
  return kind;
}

/** The kinds of save of a feature, by operation. */
export type SaveKinds = Partial<Record<SavedOperation, SaveKind>>;
