import { type ComponentType, Suspense, useState } from 'react';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { type Command, useAllCommands, useCommands } from './commands.tsx';

const HelpSheet = part(() => import('./HelpSheet.tsx'));

/** The help sheet (?) and the palette of commands and records (Ctrl K), over any screen. */
export function Shortcuts({
  palette: Palette,
}: {
  palette: ComponentType<{ commands: readonly Command[]; onClose(): void }>;
}) {
  const [shown, setShown] = useState<'help' | 'palette' | null>(null);
  const group = t('shortcuts.everywhere');
  const all = useAllCommands();
  // What the screen itself offers stands first.
  const commands = [...all.filter((one) => one.group !== group), ...all.filter((one) => one.group === group)];
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
