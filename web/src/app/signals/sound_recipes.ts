/** What each sound is made of, as plain data: tones and breaths of noise. Nothing is loaded. */
export type Sound =
  | 'card'
  | 'knock'
  | 'turn'
  | 'gang'
  | 'last-card'
  | 'trick'
  | 'deal'
  | 'give'
  | 'out'
  | 'win'
  | 'lose'
  | 'chat'
  | 'hurry';

export interface Tone {
  pitch: number;
  /** Where the pitch glides to. */
  to?: number;
  at?: number;
  length?: number;
  loud?: number;
  wave?: 'sine' | 'triangle';
}

/** A breath of filtered noise: paper on lacquer, knuckles on wood. */
export interface Brush {
  around: number;
  narrow?: number;
  at?: number;
  length?: number;
  loud?: number;
}

export interface Score {
  tones?: readonly Tone[];
  brushes?: readonly Brush[];
  /** So that all sounds are equally loud to the ear; measured by `tests/app/signals/sounds.test.ts`. */
  mix: number;
}

const melody = (pitches: readonly number[], step: number, tone: Omit<Tone, 'pitch'>): Tone[] =>
  pitches.map((pitch, i) => ({ pitch, ...tone, at: i * step }));

/** Nothing essential lies below 250 Hz: a phone's speaker has none of it. */
export const scores: Record<Sound, Score> = {
  card: {
    brushes: [{ around: 2600, length: 0.09, loud: 0.9 }],
    tones: [{ pitch: 520, to: 300, length: 0.09, loud: 0.35, wave: 'triangle' }],
    mix: 2,
  },
  knock: {
    brushes: [0, 0.13].map((at) => ({ around: 1100, at, length: 0.05, loud: 0.6 })),
    tones: [0, 0.13].map((at) => ({ pitch: 420, to: 240, at, length: 0.1, loud: 0.5, wave: 'triangle' as const })),
    mix: 1.7,
  },
  turn: {
    tones: [
      { pitch: 660, length: 0.5, loud: 0.3 },
      { pitch: 990, at: 0.11, length: 0.7, loud: 0.26 },
    ],
    mix: 0.95,
  },
  gang: {
    tones: (
      [
        [196, 0.4],
        [294.6, 0.4],
        [462, 0.34],
        [622, 0.24],
        [1046, 0.12],
      ] as const
    ).map(([pitch, loud]) => ({ pitch, to: pitch * 0.985, length: 1.8, loud })),
    brushes: [{ around: 5200, narrow: 0.4, length: 0.5, loud: 0.3 }],
    mix: 0.42,
  },
  'last-card': { tones: melody([880, 880, 1174], 0.13, { length: 0.28, loud: 0.3, wave: 'triangle' }), mix: 1.25 },
  trick: { brushes: [0, 0.06, 0.12].map((at) => ({ around: 1700, at, length: 0.08, loud: 0.8 })), mix: 2.15 },
  deal: {
    brushes: Array.from({ length: 14 }, (_, i) => ({ around: 2300 + i * 50, at: i * 0.06, length: 0.06, loud: 0.7 })),
    mix: 1.4,
  },
  give: {
    brushes: [{ around: 2100, length: 0.16, loud: 0.6 }],
    tones: [{ pitch: 494, to: 740, at: 0.06, length: 0.26, loud: 0.22 }],
    mix: 2,
  },
  out: { tones: melody([587, 784, 1175], 0.09, { length: 0.5, loud: 0.24 }), mix: 0.97 },
  win: { tones: melody([523, 659, 784, 1046, 1318], 0.12, { length: 0.7, loud: 0.24 }), mix: 0.85 },
  lose: { tones: melody([494, 440, 370], 0.17, { length: 0.55, loud: 0.26 }), mix: 0.95 },
  chat: { tones: [{ pitch: 740, to: 830, length: 0.16, loud: 0.3 }], mix: 2.1 },
  hurry: { tones: melody([622, 622], 0.2, { length: 0.14, loud: 0.32, wave: 'triangle' }), mix: 2.1 },
};
