/**
 * The four views of the inspector flow. They share one address. `history.state` holds the current view, and each view has an entry of its
 * own, so that Back goes up one level and a reload shows the same view (data decision 29).
 */
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { closeLayers } from './layers.ts';

/** The id of the signed-in user, part of the key of views: views opened by one user are not shown to the next user of the browser. */
export const ViewerContext = createContext('');

/** A view of the inspector flow. */
export type View =
  | { at: 'dashboard' }
  | { at: 'installation'; installationId: string }
  | { at: 'inspection'; installationId: string; installationInspectionId: string }
  | { at: 'item'; installationId: string; installationInspectionId: string; itemId: string };

/** A move through the browser's history. */
export type Step = { move: 'back'; by: number } | { move: 'push' | 'replace'; view: View };

const DASHBOARD: View = { at: 'dashboard' };

/** Reads the view from the state of a history entry; the dashboard when there is none. */
export function viewOf(state: unknown): View {
  if (typeof state !== 'object' || state === null) return DASHBOARD;
  const { installationId, installationInspectionId, itemId } = state as Record<string, unknown>;
  if (typeof installationId !== 'string') return DASHBOARD;
  if (typeof installationInspectionId !== 'string') return { at: 'installation', installationId };
  if (typeof itemId !== 'string') return { at: 'inspection', installationId, installationInspectionId };
  return { at: 'item', installationId, installationInspectionId, itemId };
}

/** A view and the views above it, dashboard first. */
export function pathTo(view: View): View[] {
  const path = [DASHBOARD];
  if (view.at === 'dashboard') return path;
  const { installationId } = view;
  path.push({ at: 'installation', installationId });
  if (view.at === 'installation') return path;
  const { installationInspectionId } = view;
  path.push({ at: 'inspection', installationId, installationInspectionId });
  if (view.at === 'item') path.push(view);
  return path;
}

/** The steps that lead from one view to another and leave exactly one history entry per level. */
export function stepsBetween(from: View, to: View): Step[] {
  const before = pathTo(from);
  const after = pathTo(to);
  const shared = after.findIndex((view, level) => !isSame(view, before[level]));
  if (shared === -1) {
    const by = before.length - after.length;
    return by === 0 ? [] : [{ move: 'back', by }];
  }
  const steps: Step[] = [];
  if (before.length > shared + 1) steps.push({ move: 'back', by: before.length - shared - 1 });
  for (const [level, view] of after.entries()) {
    if (level >= shared) steps.push({ move: level < before.length && level === shared ? 'replace' : 'push', view });
  }
  return steps;
}

function isSame(a: View, b: View | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The current view, and functions that open another. */
export function useViews(): { view: View; open(to: View): void; up(): void } {
  const location = useLocation();
  const navigate = useNavigate();
  const viewer = useContext(ViewerContext);
  const view = useMemo(
    () => (isOf(location.state, viewer) ? viewOf(location.state) : DASHBOARD),
    [location.state, viewer],
  );
  const open = useCallback(
    (to: View) => {
      // A step to another view is rendered synchronously: nothing has to be fetched for it, and the screen reacts within a frame.
      const enter: Enter = (next, replace) =>
        navigate('/', { state: { ...next, viewer }, replace, flushSync: replace });
      void walk(stepsBetween(view, to), to, enter);
    },
    [view, viewer, navigate],
  );
  const up = useCallback(() => {
    const path = pathTo(view);
    open(path[path.length - 2] ?? DASHBOARD);
  }, [view, open]);
  return { view, open, up };
}

type Enter = (view: View, replace: boolean) => Promise<void> | void;

function isOf(state: unknown, viewer: string): boolean {
  return typeof state === 'object' && state !== null && 'viewer' in state && state.viewer === viewer;
}

async function walk(steps: readonly Step[], to: View, enter: Enter): Promise<void> {
  const left = steps.length === 0 ? undefined : closeLayers();
  if (left !== undefined) await left;
  for (const step of steps) {
    if (step.move !== 'back') {
      await enter(step.view, step.move === 'replace');
    } else if (entriesBelow() >= step.by) {
      await goBack(step.by);
    } else {
      await enter(to, true);
      return;
    }
  }
}

/** Returns the number of entries of this application below the current one; a tab opened in the middle of the flow has none. */
function entriesBelow(): number {
  const state = window.history.state as { idx?: number } | null;
  return state?.idx ?? 0;
}

/** Goes back in the browser's history and waits until the entry is reached. */
function goBack(by: number): Promise<void> {
  return new Promise((resolve) => {
    // The router receives the same event and must have handled it before the next step.
    window.addEventListener('popstate', () => setTimeout(resolve, 0), { once: true });
    window.history.go(-by);
  });
}
