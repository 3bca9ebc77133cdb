/** Drawings for empty states, in the line style of the logo. Decoration: the text beside them carries the information. */
import type { ReactNode } from 'react';
import classes from './illustrations.module.css';

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={classes['drawing']} viewBox="0 0 96 72" fill="none" aria-hidden>
      {children}
    </svg>
  );
}

/** A platform on a calm sea: no inspection is due. */
export function Calm() {
  return (
    <Drawing>
      <path className={classes['soft']} d="M4 58q8-5 16 0t16 0 16 0 16 0 16 0 8 0" />
      <path className={classes['soft']} d="M14 66q8-5 16 0t16 0 16 0 16 0" />
      <path d="M28 52V32m40 20V32M22 32h52M28 44l40-12M68 44 28 32" />
      <path className={classes['accent']} d="m42 32 6-24 6 24M44.5 22h7m-5.3-7h3.6" />
      <path d="M60 32v-8h10v8" />
    </Drawing>
  );
}

/** A magnifier over empty rows: no match. */
export function NothingFound() {
  return (
    <Drawing>
      <path className={classes['soft']} d="M10 20h36M10 34h26M10 48h30" />
      <circle className={classes['accent']} cx="60" cy="32" r="17" />
      <path d="m72 45 14 14M53 32h14" />
    </Drawing>
  );
}

/** The dashed outline of a platform: no installation yet. */
export function NoInstallation() {
  return (
    <Drawing>
      <path className={classes['soft']} d="M4 60q8-5 16 0t16 0 16 0 16 0 16 0 8 0" />
      <path strokeDasharray="3 5" d="M28 54V34m40 20V34M22 34h52M44 34l4-22 4 22" />
      <path className={classes['accent']} d="M78 14v12m-6-6h12" />
    </Drawing>
  );
}
