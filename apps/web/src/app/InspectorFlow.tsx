import { lazy, Suspense, useEffect } from 'react';
import { type View, useViews } from '../lib/views.ts';
import { DashboardScreen, InstallationScreen } from '../features/installations/index.ts';
import { InspectionScreen } from '../features/inspections/index.ts';
import { useUser } from '../features/users/index.ts';

const PREFETCH_AFTER_MS = 1_500;
const loadItemScreen = async () => ({ default: (await import('../features/items/ItemScreen.tsx')).ItemScreen });
const ItemScreen = lazy(loadItemScreen);

/** The home page: four views switched by state, not by route (product.txt §2). */
export function InspectorFlow() {
  const { view } = useViews();
  useEffect(() => {
    // The item view is the largest; it is fetched while somebody looks at the dashboard.
    const timer = setTimeout(() => void loadItemScreen(), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Shown view={view} />;
}

function Shown({ view }: { view: View }) {
  const { role } = useUser();
  if (view.at === 'dashboard') return <DashboardScreen />;
  if (view.at === 'installation') return <InstallationScreen key={view.installationId} {...view} />;
  if (view.at === 'inspection') return <InspectionScreen key={view.installationInspectionId} {...view} />;
  return (
    <Suspense>
      <ItemScreen {...view} readOnly={role === 'viewer'} />
    </Suspense>
  );
}
