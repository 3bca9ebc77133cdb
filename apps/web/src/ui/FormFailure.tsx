import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** Reason why a form could not be sent, in red above it; the inputs keep their values. */
export function FormFailure({ children }: { children: string }) {
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
      {children}
    </Alert>
  );
}
