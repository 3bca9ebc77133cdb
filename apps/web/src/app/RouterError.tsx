import { Button, Center, Code, Stack, Text, Title } from '@mantine/core';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { MissingPart } from '../lib/missingPart.ts';
import { t, type TextKey } from '../lib/texts/index.ts';

const known: Readonly<Record<number, TextKey>> = {
  400: 'router.badRequest',
  404: 'router.notFound',
  405: 'router.methodNotAllowed',
};

/**
 * The screen for an unknown address, for a screen that failed to render (docs/acceptance.md, ERRS), and for one that only another version of
 * the application has.
 */
export function RouterError() {
  const error = useRouteError();
  const refusal = isRouteErrorResponse(error) ? known[error.status] : undefined;
  return (
    <Center mih="calc(100dvh - 60px)" p="lg">
      <Stack align="center" gap="md" maw={560} ta="center">
        {error instanceof MissingPart ? (
          <>
            <Title order={1}>{t('router.newVersion')}</Title>
            <Text>{t('router.newVersionText')}</Text>
            <Button onClick={() => window.location.reload()}>{t('router.reload')}</Button>
          </>
        ) : refusal === undefined ? (
          <>
            <Title order={1}>{t('router.unexpected')}</Title>
            <Code block style={{ maxWidth: '100%', whiteSpace: 'pre-wrap' }}>
              {messageOf(error)}
            </Code>
          </>
        ) : (
          <>
            {isRouteErrorResponse(error) && (
              <Text fz={56} fw={700} lh={1} c="dimmed">
                {error.status}
              </Text>
            )}
            <Title order={1}>{t(refusal)}</Title>
          </>
        )}
        <Button component="a" href="/" variant={error instanceof MissingPart ? 'default' : 'filled'}>
          {t('router.home')}
        </Button>
      </Stack>
    </Center>
  );
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : String(error);
}
