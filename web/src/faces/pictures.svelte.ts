import type { Avatar } from './avatars.js';
import type { Character, Mood } from './moods.js';

type Drawings = typeof import('./drawings.js');

/** The drawings come after the first paint, with whatever first shows a face. */
let drawings = $state.raw<Drawings | null>(null);
let asked = false;
const made = new Map<string, string>();

function ask(): void {
  if (asked) return;
  asked = true;
  (window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 30)))(() => {
    import('./drawings.js').then(
      (found) => (drawings = found),
      () => (asked = false), // no network: the next face asks again
    );
  });
}

/** The address of a picture once it can be drawn; until then null, and whoever shows it hears when it can. */
function picture(name: string, draw: (from: Drawings) => string | undefined): string | null {
  ask();
  const drawing = drawings && draw(drawings);
  if (!drawing) return null;
  const kept = made.get(name);
  if (kept) return kept;
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${drawing}</svg>`;
  const url = URL.createObjectURL(new Blob([markup], { type: 'image/svg+xml' }));
  made.set(name, url);
  return url;
}

export const avatarPicture = (avatar: string): string | null =>
  picture(avatar, ({ avatars }) => avatars[avatar as Avatar]);

export const characterPicture = (bot: Character, mood: Mood): string | null =>
  picture(`${bot} ${mood}`, ({ characterDrawing }) => characterDrawing(bot, mood));
