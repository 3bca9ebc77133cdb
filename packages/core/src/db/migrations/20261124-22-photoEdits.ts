/** Captions and edits of photos. */
export const name = '20261124-22-photoEdits';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `alter table "image" add column "caption" text not null default ''`,
    `alter table "image" add column "edit" text not null default ''`,
  ];
}
