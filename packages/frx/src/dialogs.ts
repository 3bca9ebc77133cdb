/** Dialogs of a report, as an application shows them, and the answers to them. */

/** The state of a field: its value and how it is answered. */
export type DialogInput =
  /** The answer is a text. */
  | { readonly kind: 'text'; readonly value: string; readonly isMultiline: boolean }
  /** The answer is a number. */
  | {
      readonly kind: 'number';
      readonly value: number;
      readonly minimum: number;
      readonly maximum: number;
      readonly decimals: number;
    }
  /** The answer is a local time, `yyyy-MM-ddTHH:mm:ss`, as the value; null: the field is optional and not filled. */
  | { readonly kind: 'date'; readonly value: string | null; readonly hasTime: boolean; readonly isOptional: boolean }
  /** The answer is true or false. */
  | { readonly kind: 'check'; readonly value: boolean }
  /** The answer is the name of one of the buttons; null: none is chosen. */
  | {
      readonly kind: 'radio';
      readonly value: string | null;
      readonly options: readonly { readonly name: string; readonly label: string }[];
    }
  /** The answer is one of the options; `isFree`: or any other text. An empty text chooses nothing. */
  | { readonly kind: 'choice'; readonly value: string; readonly options: readonly string[]; readonly isFree: boolean }
  /** The answer is a list of options. */
  | { readonly kind: 'choices'; readonly value: readonly string[]; readonly options: readonly string[] }
  /** A button with a script of its own. */
  | { readonly kind: 'button' };

/** A field of a dialog. */
export type DialogField = DialogInput & {
  /** Name of its control; of radio buttons that of the first. */
  readonly name: string;
  readonly label: string;
  readonly isEnabled: boolean;
  /** A script or another field depends on it: when it changes, the dialog is requested again with the present values. */
  readonly refreshes: boolean;
  /** Reason why the last answer was not accepted. */
  readonly error?: string | undefined;
};

/** A part of a dialog, in reading order. */
export type DialogPart =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | DialogField;

/** A dialog that waits for an answer. */
export interface DialogForm {
  readonly name: string;
  readonly title: string;
  readonly parts: readonly DialogPart[];
  /** Text of the button that confirms it. */
  readonly confirm: string;
}

/** The value of a field in an answer. */
export type DialogValue = string | number | boolean | readonly string[] | null;

/** The answer to a dialog. */
export interface DialogAnswer {
  /** Values by the names of the fields; others keep what they show. */
  readonly values: Readonly<Record<string, DialogValue>>;
  /** The dialog is still being filled in: it is returned again with what its script made of the values. */
  readonly isOpen?: boolean | undefined;
  /** Name of the button that was pressed in an open dialog. */
  readonly pressed?: string | undefined;
}

/** Answers by the names of their dialogs. */
export type DialogAnswers = Readonly<Record<string, DialogAnswer>>;
