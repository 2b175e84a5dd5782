/** The room's light: as the device says, or as the player chose. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'gangoffour.theme';

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Applies a theme to the whole page and remembers it on this device. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key);
  else localStorage.setItem(key, theme);
  apply(theme);
}

/** Applies what was chosen, here before or in another window from now on. */
export function followTheme(): void {
  apply(chosenTheme());
  addEventListener('storage', (event) => event.key === key && apply(chosenTheme()));
}
