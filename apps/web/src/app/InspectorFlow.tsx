import { roleHolds } from '@holdfast/contract/roles';
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { observeQuiet } from '../lib/idle.ts';
import { fetchParts, part } from '../lib/parts.ts';
import { useLocation } from 'react-router';
import { type View, useViews } from '../lib/navigation/views.ts';
import { DashboardScreen } from '../features/installations/index.ts';
import { useUser } from '../features/users/index.ts';

const ItemScreen = part(async () => ({ default: (await import('../features/items/ItemScreen.tsx')).ItemScreen }));
const InstallationScreen = part(async () => ({
  default: (await import('../features/installations/InstallationScreen.tsx')).InstallationScreen,
}));
const InspectionScreen = part(async () => ({
  default: (await import('../features/inspections/InspectionScreen.tsx')).InspectionScreen,
}));

/** The home page: four views that are switched by state, not by route (docs/acceptance.md, ROUT). */
export function InspectorFlow() {
  const { view } = useViews();
  const { key } = useLocation();
  // The lazy parts of the inspector flow are fetched while the user looks at a screen, not while the user waits for one.
  useEffect(() => {
    const { quiet, stop } = observeQuiet();
    void fetchParts(quiet);
    return stop;
  }, []);
  return (
    <Suspense>
      <Scrolled key={`${view.at} ${key}`} at={key} />
      {/* On a phone the frame around an item is lower. */}
      <div data-view={view.at} style={{ display: 'contents' }}>
        <Shown view={view} />
      </div>
    </Suspense>
  );
}

/** Scroll positions in px of views that were left, by the key of their history entry; kept while the page is open. */
const positions = new Map<string, number>();

/** Restores the scroll position of a view, or scrolls to the top of a new view: the views share one scroller. */
function Scrolled({ at }: { at: string }): null {
  useLayoutEffect(() => {
    const screen = document.getElementById('screen');
    screen?.scrollTo(0, positions.get(at) ?? 0);
    const keep = (): void => void (screen !== null && positions.set(at, screen.scrollTop));
    screen?.addEventListener('scroll', keep, { passive: true });
    return () => screen?.removeEventListener('scroll', keep);
  }, [at]);
  return null;
}

function Shown({ view }: { view: View }) {
  const { role } = useUser();
  if (view.at === 'dashboard') return <DashboardScreen />;
  if (view.at === 'installation') return <InstallationScreen key={view.installationId} {...view} />;
  if (view.at === 'inspection') return <InspectionScreen key={view.installationInspectionId} {...view} />;
  return <ItemScreen {...view} readOnly={!roleHolds(role, 'inspect')} />;
}
