import { Text } from '@mantine/core';
import type { View } from '../../lib/navigation/views.ts';
import classes from './Found.module.css';

/** An entry of the palette: a command, a view of the inspector flow, or an address. */
export type Choice = { is: 'command'; id: string } | { is: 'view'; view: View } | { is: 'address'; to: string };

/** Encodes a choice as the value of an option. */
export function valueOf(choice: Choice): string {
  return JSON.stringify(choice);
}

/** Decodes the choice from the value of an option. */
export function choiceOf(value: string): Choice {
  return JSON.parse(value) as Choice;
}

/** The name of an entry, with its location below. */
export function Found({ name, within }: { name: string; within: string }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text truncate>{name}</Text>
      {within !== '' && (
        <Text size="sm" className={classes['within']} truncate>
          {within}
        </Text>
      )}
    </div>
  );
}
