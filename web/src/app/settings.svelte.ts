/** What a player chooses for themselves, kept on this device (and with the account, by the settings page). */
export interface Chosen {
  /** 0 to 1; 0 is silence. */
  volume: number;
  muted: boolean;
  vibration: boolean;
  /** `system` follows prefers-reduced-motion. */
  motion: 'system' | 'less' | 'full';
  confirm: boolean;
  /** Pass by itself, after a while, when nothing in the hand beats the table. */
  autoPass: boolean;
  sort: 'rank' | 'colour' | 'combinations';
  wakeLock: boolean;
  chatShown: boolean;
  /** Whether bots say something now and then. */
  botTalk: boolean;
}

const key = 'gangoffour.settings';
export const defaults: Chosen = {
  volume: 0.6,
  muted: false,
  vibration: true,
  motion: 'system',
  confirm: false,
  autoPass: false,
  sort: 'rank',
  wakeLock: true,
  chatShown: true,
  botTalk: true,
};

function stored(): Chosen {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Chosen>) };
  } catch {
    return { ...defaults };
  }
}

const system = matchMedia('(prefers-reduced-motion: reduce)');

class Settings {
  chosen = $state<Chosen>(stored());
  #systemStill = $state(system.matches);

  constructor() {
    system.addEventListener('change', () => (this.#systemStill = system.matches));
    // The settings page may be open in another window than the table.
    addEventListener('storage', (event) => {
      if (event.key !== key) return;
      this.chosen = stored();
      this.#apply();
    });
    this.#apply();
  }

  set<K extends keyof Chosen>(name: K, value: Chosen[K]): void {
    this.chosen[name] = value;
    localStorage.setItem(key, JSON.stringify(this.chosen));
    this.#apply();
  }

  /** Whether things stand still instead of moving. */
  get still(): boolean {
    return this.chosen.motion === 'less' || (this.chosen.motion === 'system' && this.#systemStill);
  }

  #apply(): void {
    document.documentElement.dataset['motion'] = this.chosen.motion;
  }
}

export const settings = new Settings();
