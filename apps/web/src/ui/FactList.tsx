import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** List of facts about a record: each name followed by its value. */
export function FactList({
  facts,
  nameWidth = 150,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Width of the names, in pixels. */
  nameWidth?: number;
}) {
  return (
    <Stack component="dl" gap="xs" m={0}>
      {facts.map(([name, value]) => (
        <Group key={name} gap="sm" wrap="nowrap" align="flex-start">
          <Text component="dt" c="dimmed" w={nameWidth} style={{ flexShrink: 0 }}>
            {name}
          </Text>
          <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
