import type { Instance } from '@holdfast/contract';
import { Button, Code, Divider, Progress, Stack, Text } from '@mantine/core';
import { t } from '../../lib/texts/index.ts';
import { useDemoSeeded } from '../../lib/useDemoSeeded.ts';

/** Sign-ins of a demo server. Never shown on other servers. */
export function DemoSignIns({
  demo: { password, signIns },
  onChoose,
}: {
  demo: NonNullable<Instance['demo']>;
  onChoose(email: string): void;
}) {
  const seeded = useDemoSeeded();
  return (
    <Stack gap="xs">
      <Divider label={t('login.demo')} />
      {seeded < 1 && (
        <>
          <Text size="xs" c="dimmed" ta="center">
            {t('login.seeding')}
          </Text>
          <Progress value={seeded * 100} aria-label={t('login.seeding')} />
        </>
      )}
      {signIns.map(({ email, role }) => (
        <Button
          key={email}
          variant="default"
          fullWidth
          px="sm"
          justify="space-between"
          rightSection={
            <Text size="xs" c="dimmed">
              {t(`roles.${role}`)}
            </Text>
          }
          onClick={() => onChoose(email)}
        >
          <Text size="sm" truncate>
            {email}
          </Text>
        </Button>
      ))}
      <Text size="sm" c="dimmed" ta="center">
        {t('login.demoPassword')} <Code>{password}</Code>
      </Text>
    </Stack>
  );
}
