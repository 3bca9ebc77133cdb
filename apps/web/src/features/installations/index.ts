export { DashboardScreen } from './DashboardScreen.tsx';
export { InstallationScreen } from './InstallationScreen.tsx';
