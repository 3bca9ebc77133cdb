import { Center, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/Logo.tsx';

/** The centred card for users who are not signed in. */
export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Center component="main" h="auto" mih="var(--holdfast-page-height, 100dvh)" p="md">
      <Stack align="center" gap="xl" w="100%" maw={420}>
        <Stack align="center" gap="sm">
          <Logo size={104} />
          <Title order={1} fz={28} lts="-0.02em">
            {title}
          </Title>
        </Stack>
        <Paper p={{ base: 'lg', xs: 'xl' }} w="100%" shadow="sm">
          <Stack gap="md">{children}</Stack>
        </Paper>
      </Stack>
    </Center>
  );
}
