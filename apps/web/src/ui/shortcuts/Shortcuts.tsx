import { type ComponentType, Suspense, useState } from 'react';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { type Command, useAllCommands, useCommands } from './commands.tsx';
import { useTypedAhead } from './useTypedAhead.ts';

const HelpSheet = part(() => import('./HelpSheet.tsx'));

/** Properties of the palette of commands and records. */
export interface PaletteProps {
  commands: readonly Command[];
  /** Text of its input; it may have been typed before the palette was loaded. */
  search: string;
  onSearch(search: string): void;
  onClose(): void;
}

/** The help sheet (?) and the palette of commands and records (Ctrl K), over any screen. */
export function Shortcuts({ palette: Palette }: { palette: ComponentType<PaletteProps> }) {
  const [shown, setShown] = useState<'help' | 'palette' | null>(null);
  const [search, setSearch] = useState('');
  const group = t('shortcuts.everywhere');
  const all = useAllCommands();
  // Commands of the screen itself are listed first.
  const commands = [...all.filter((one) => one.group !== group), ...all.filter((one) => one.group === group)];
  const openPalette = (): void => {
    setSearch('');
    setShown('palette');
  };
  useCommands([
    { id: 'help', group, label: t('shortcuts.help'), keys: '?', run: () => setShown('help') },
    { id: 'palette', group, label: t('shortcuts.palette'), keys: 'mod+k', run: openPalette },
  ]);
  const close = (): void => setShown(null);
  useTypedAhead(shown === 'palette', setSearch, close);
  return (
    <Suspense>
      {shown === 'help' && <HelpSheet commands={commands} onClose={close} />}
      {shown === 'palette' && (
        <Palette
          commands={commands.filter(({ id }) => id !== 'palette')}
          search={search}
          onSearch={setSearch}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
