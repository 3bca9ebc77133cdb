import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ComponentsScreen.module.css';

/**
 * Shows a component under its name, once for each of its states.
 * @param isWide true when each state takes the full width, as the component does on its screens
 */
export function Shown({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className={classes['shown']} aria-label={name}>
      <Title order={2} fz="md" ff="monospace">
        {name}
      </Title>
      <div className={classes['states']} data-wide={isWide || undefined}>
        {children}
      </div>
    </section>
  );
}

/** Shows a state of a component under its name. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className={classes['state']}>
      <figcaption>{name}</figcaption>
      {children}
    </figure>
  );
}

/** Ignores what a component reports: on this page it has no effect. */
export function ignore(): void {}
