/** Light, dark or sunlight: follows the system until the user chooses, and stores the choice in this browser. */
import { useEffect, useSyncExternalStore } from 'react';

/** Themes to choose from. */
export const THEME_CHOICES = ['system', 'light', 'dark', 'sunlight'] as const;

/** A choice of theme. */
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const KEY = 'theme';
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function read(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system';
}

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  dark.addEventListener('change', listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    dark.removeEventListener('change', listener);
    window.removeEventListener('storage', listener);
  };
}

/** Stores a choice and applies it. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  changed();
}

/** Returns the chosen theme. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, read);
}

/** Returns the current colour scheme; also marks the page for the sunlight theme. */
export function useColorScheme(): 'light' | 'dark' {
  const choice = useThemeChoice();
  const systemIsDark = useSyncExternalStore(subscribe, () => dark.matches);
  useEffect(() => {
    document.documentElement.dataset['theme'] = choice;
  }, [choice]);
  if (choice === 'system') return systemIsDark ? 'dark' : 'light';
  return choice === 'dark' ? 'dark' : 'light';
}
