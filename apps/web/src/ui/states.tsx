/** The four states of data that is read: loading, empty, failed, offline. */
import { Alert, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../lib/texts/index.ts';

/** Empty state of a list that is not an error: shows what to do next. */
export function Empty({
  title,
  hint,
  icon,
  action,
}: {
  title: string;
  hint?: string;
  icon?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      {icon}
      <Text fw={600}>{title}</Text>
      {hint !== undefined && (
        <Text c="dimmed" size="sm" maw={420}>
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  );
}

/**
 * A failed read: what happened, and Retry. Red is reserved for defective items and deletions.
 * @param isInset true where rows reach from edge to edge, so that the message needs a margin of its own
 */
export function Failed({
  what,
  reason,
  isInset = false,
  onRetry,
}: {
  what: string;
  reason: string;
  isInset?: boolean;
  onRetry(): void;
}) {
  return (
    <Alert color="gray" icon={<IconAlertCircle aria-hidden />} title={what} role="alert" {...(isInset && { m: 'md' })}>
      <Group justify="space-between" align="center">
        <Text size="sm">{reason}</Text>
        <Button variant="default" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Notice that the server cannot be reached, and that the screen shows data that was read earlier. */
export function Offline() {
  return (
    <Group gap={8} wrap="nowrap" role="status">
      <IconCloudOff size={20} aria-hidden />
      <Text size="sm" fw={550}>
        {t('states.offline')}
      </Text>
    </Group>
  );
}

/** Announces once, also to screen readers, that something is loading; the skeletons beside it are decoration. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{t('states.loading')}</VisuallyHidden>
      <div aria-hidden>{children}</div>
    </div>
  );
}

/**
 * The title of a screen and of the document. It receives the focus when the screen opens, so that a screen reader and the Tab key start
 * there.
 */
export function ScreenTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} – Holdfast`;
  }, [children]);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Title ref={title} order={1} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
      {children}
    </Title>
  );
}
