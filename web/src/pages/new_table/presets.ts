import { defaultOptions } from '../../options/options.js';
import { m } from '../../paraglide/messages.js';
import type { Options } from '../../wire/types.js';
import type { IconName } from '../../icons/shapes.js';

export interface Preset {
  name: 'friends' | 'casual' | 'rated' | 'days';
  icon: IconName;
  title: () => string;
  text: () => string;
  options: Partial<Options>;
}

/** Ways to begin; everything can still be changed. */
export const presets: readonly [Preset, ...Preset[]] = [
  {
    name: 'friends',
    icon: 'link',
    title: () => m.preset_friends(),
    text: () => m.preset_friends_text(),
    options: { private: true, clock: 'relaxed' },
  },
  { name: 'casual', icon: 'people', title: () => m.preset_casual(), text: () => m.preset_casual_text(), options: {} },
  {
    name: 'rated',
    icon: 'trophy',
    title: () => m.preset_rated(),
    text: () => m.preset_rated_text(),
    options: { rated: true, last_card: 'call' },
  },
  {
    name: 'days',
    icon: 'clock',
    title: () => m.preset_days(),
    text: () => m.preset_days_text(),
    options: { clock: 'days', private: true },
  },
];

export const presetOptions = (preset: Preset): Required<Options> => ({
  ...defaultOptions,
  ...preset.options,
  rules: {},
});
