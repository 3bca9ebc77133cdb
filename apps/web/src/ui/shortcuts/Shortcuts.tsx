import { lazy, Suspense, useState } from 'react';
import { t } from '../../lib/texts/index.ts';
import { useAllCommands, useCommands } from './commands.tsx';

const HelpSheet = lazy(() => import('./HelpSheet.tsx'));
const Palette = lazy(() => import('./Palette.tsx'));

/** The help sheet (?) and the command palette (Ctrl K), over whatever screen is shown. */
export function Shortcuts() {
  const [shown, setShown] = useState<'help' | 'palette' | null>(null);
  const commands = useAllCommands();
  const group = t('shortcuts.everywhere');
  useCommands([
    { id: 'help', group, label: t('shortcuts.help'), keys: '?', run: () => setShown('help') },
    { id: 'palette', group, label: t('shortcuts.palette'), keys: 'mod+k', run: () => setShown('palette') },
  ]);
  const close = (): void => setShown(null);
  return (
    <Suspense>
      {shown === 'help' && <HelpSheet commands={commands} onClose={close} />}
      {shown === 'palette' && <Palette commands={commands.filter(({ id }) => id !== 'palette')} onClose={close} />}
    </Suspense>
  );
}
