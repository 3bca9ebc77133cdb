/** Effects of a save on the page once the server has answered. Each feature declares those of its operations; the page combines them. */
import type { InputOf, Operation, OperationName, Operations, OutputOf } from '@holdfast/contract';
import type { QueryClient } from '@tanstack/react-query';

type Named<N extends OperationName> = Extract<Operations[N], Operation>;

/** The operations that go through the outbox. Each has an entry of `SaveKinds` in the `mutations.ts` of its feature. */
export type SavedOperation =
  | 'addFileToItem'
  | 'addImageToInstallationInspectionItem'
  | 'addNoteToInstallationInspectionItem'
  | 'deleteItem'
  | 'deleteSweep'
  | 'orderImages'
  | 'removeFileFromItem'
  | 'removeImageFromInstallationInspectionItem'
  | 'removeNoteFromInstallationInspectionItem'
  | 'restoreFileToItem'
  | 'restoreImageToInstallationInspectionItem'
  | 'restoreItem'
  | 'restoreNoteToInstallationInspectionItem'
  | 'restoreSweep'
  | 'saveInstallationInspectionItemField'
  | 'saveItemField'
  | 'setCondition'
  | 'setImageCaption'
  | 'setImageEdit'
  | 'setItemName'
  | 'setParentItem';

/** The saved operations with the bytes of a photo or file. */
export type ContentOperation = 'addFileToItem' | 'addImageToInstallationInspectionItem';

/** Input of a saved operation. */
export type SavedInput<N extends SavedOperation> = InputOf<Named<N>>;

/** Answer of a saved operation. */
export type SavedOutput<N extends SavedOperation> = OutputOf<Named<N>>;

/** Effect of the saves of one operation. */
export interface SaveKind<in out N extends SavedOperation> {
  /** Updates the cached reads with the answer. Declared as a property, so that a function for another operation does not compile. */
  saved: (cache: QueryClient, input: SavedInput<N>, output: SavedOutput<N>) => void;
  /**
   * `keep`: the typed value stays on screen, marked. `putBack`: the old value is shown again, with a message. `ask`: like `putBack`, but
   * when another user changed the value meanwhile, both values stay on screen and the user decides.
   */
  refused: 'keep' | 'putBack' | 'ask';
}

/** Kind of save of each operation. */
export type EverySaveKind = { readonly [N in SavedOperation]: SaveKind<N> };

/** Kinds of save of a feature. */
export type SaveKinds = Partial<EverySaveKind>;
