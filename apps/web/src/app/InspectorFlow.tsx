import { roleHolds } from '@holdfast/contract/roles';
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { fetchParts, part } from '../lib/parts.ts';
import { type View, useViews } from '../lib/views.ts';
import { DashboardScreen, InstallationScreen } from '../features/installations/index.ts';
import { useUser } from '../features/users/index.ts';

const FETCH_AFTER_MS = 1_500;
const ItemScreen = part(async () => ({ default: (await import('../features/items/ItemScreen.tsx')).ItemScreen }));
const InspectionScreen = part(async () => ({
  default: (await import('../features/inspections/InspectionScreen.tsx')).InspectionScreen,
}));

/** The home page: four views switched by state, not by route (docs/acceptance.md, ROUT). */
export function InspectorFlow() {
  const { view } = useViews();
  useEffect(() => {
    // The inspector's parts of the application are fetched while the dashboard is shown.
    const timer = setTimeout(() => void fetchParts(), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense>
      <FromItsTop key={view.at} />
      <Shown view={view} />
    </Suspense>
  );
}

/** Scrolls to the top when the view changes: the views share one scroller. */
function FromItsTop(): null {
  useLayoutEffect(() => {
    document.getElementById('screen')?.scrollTo(0, 0);
  }, []);
  return null;
}

function Shown({ view }: { view: View }) {
  const { role } = useUser();
  if (view.at === 'dashboard') return <DashboardScreen />;
  if (view.at === 'installation') return <InstallationScreen key={view.installationId} {...view} />;
  if (view.at === 'inspection') return <InspectionScreen key={view.installationInspectionId} {...view} />;
  return <ItemScreen {...view} readOnly={!roleHolds(role, 'inspect')} />;
}
