import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

/** Reason why a form could not be sent, in red above the form and scrolled into view; the inputs keep their values. */
export function FormFailure({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef('');
  useEffect(() => {
    if (shown.current === children) return;
    shown.current = children;
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [children]);
  return (
    <Alert ref={box} color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
      {children}
    </Alert>
  );
}
