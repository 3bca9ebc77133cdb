import { lazy, Suspense, useEffect } from 'react';
import { type View, useViews } from '../lib/views.ts';
import { DashboardScreen, InstallationScreen } from '../features/installations/index.ts';
import { useUser } from '../features/users/index.ts';

const PREFETCH_AFTER_MS = 1_500;
const loadItemScreen = async () => ({ default: (await import('../features/items/ItemScreen.tsx')).ItemScreen });
const ItemScreen = lazy(loadItemScreen);
const loadInspectionScreen = async () => ({
  default: (await import('../features/inspections/InspectionScreen.tsx')).InspectionScreen,
});
const InspectionScreen = lazy(loadInspectionScreen);

/** The home page: four views switched by state, not by route (product.txt §2). */
export function InspectorFlow() {
  const { view } = useViews();
  useEffect(() => {
    // The views of work are the largest; they are fetched while somebody looks at the dashboard.
    const timer = setTimeout(() => void Promise.all([loadInspectionScreen(), loadItemScreen()]), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense>
      <Shown view={view} />
    </Suspense>
  );
}

function Shown({ view }: { view: View }) {
  const { role } = useUser();
  if (view.at === 'dashboard') return <DashboardScreen />;
  if (view.at === 'installation') return <InstallationScreen key={view.installationId} {...view} />;
  if (view.at === 'inspection') return <InspectionScreen key={view.installationInspectionId} {...view} />;
  return <ItemScreen {...view} readOnly={role === 'viewer'} />;
}
