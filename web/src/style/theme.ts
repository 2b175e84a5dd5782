/** The room's light: as the device says, or as the player chose. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'gangoffour.theme';

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies a theme to the whole page and remembers it on this device. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(key);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(key, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}
