import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ComponentsScreen.module.css';

/**
 * A component under its name, once for each of its states.
 * @param isWide each state takes the whole width, as the component does on its screens
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

/** A state of a component, under its name. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className={classes['state']}>
      <figcaption>{name}</figcaption>
      {children}
    </figure>
  );
}

/** Takes what a component reports: on this page nothing follows from it. */
export function ignore(): void {}
