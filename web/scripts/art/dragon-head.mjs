// The dragon's head: it looks left, in a box of 100 × 100 whose neck enters at the right.
import { lock, path } from './pen.mjs';
import { ink, red, gold, paper } from './palette.mjs';

const line = (width) => `stroke="${ink}" stroke-width="${width}"`;

const behind = [
  lock([70, 14], [82, 26], [104, 4], -0.3),
  lock([84, 30], [88, 46], [128, 30], -0.24),
  lock([86, 48], [86, 64], [126, 60], -0.2),
  lock([82, 64], [76, 78], [114, 90], -0.2),
].join('');
const front = [
  lock([80, 22], [88, 36], [122, 14], -0.24),
  lock([86, 38], [88, 56], [130, 46], -0.2),
  lock([84, 56], [80, 72], [122, 76], -0.18),
  lock([76, 70], [66, 82], [102, 102], -0.22),
  lock([64, 78], [54, 86], [84, 112], -0.28),
].join('');
const horn = 'M66 22C64 6 76-6 98-13 94-7 91-3 91 1 98 2 105 0 112-5 110 7 100 14 88 15 82 17 79 21 78 29z';
const beard =
  'M24 84C22 94 15 101 6 104 16 107 25 103 30 97 29 104 26 110 21 114 33 113 41 104 43 96 44 102 43 ' +
  '107 41 111 50 107 54 98 54 88z';
const tongue = 'M64 68C48 63 34 62 22 66 13 69 4 68-2 59-5 70 3 79 14 77 30 74 48 73 62 75z';
const jaw = 'M74 60C62 69 49 74 36 75 27 75 20 73 15 67 8 73 10 83 18 87 34 94 58 92 72 84 84 76 91 64 91 50z';
const skull =
  'M90 34C82 21 71 16 60 19 54 21 51 27 45 30 38 32 31 30 25 26 19 20 7 18 3 25 0 30 1 35 4 38-2 42-4 ' +
  '50-1 57 2 61 7 60 10 57 15 53 21 52 27 54 33 56 37 60 43 61 51 63 59 69 70 69 84 67 94 52 90 34z';
const brow =
  'M38 30C44 35 52 37 60 37 66 38 70 40 73 44 84 40 92 30 88 14 85 19 82 22 78 24 81 18 80 10 73 3 73 ' +
  '12 69 20 62 24 54 22 47 26 45 31 43 32 40 31 38 30z';
const fangs =
  'M3 59C3 66 5 72 10 76 12 69 13 62 13 55zM17 53.5C18 58 20 61 22 63 24 60 25 57 25 54zM35 58C36 64 ' +
  '39 69 43 72 45 67 46 64 46 62zM20 73C18 67 20 61 23 57 26 62 28 67 29 75zM32 76C32 71 33 68 35 66 ' +
  '37 69 40 72 40 75.5z';

export function head() {
  return [
    path(behind, `fill="${gold.dark}" ${line(2)}`),
    path(front, `fill="${gold.mid}" ${line(2)}`),
    path(horn, `fill="${paper}" ${line(2.4)}`),
    path('M76 20C78 13 84 8 92 6', `fill="none" stroke="${gold.dark}" stroke-width="1.6"`),
    path(beard, `fill="${gold.mid}" ${line(2)}`),
    path('M74 62L8 52 16 76 60 82z', `fill="${red.deep}"`),
    path(tongue, `fill="${red.light}" ${line(1.8)}`),
    path(jaw, `fill="${red.mid}" ${line(2.6)}`),
    path(fangs, `fill="${paper}" ${line(1.4)}`),
    path(skull, `fill="${red.mid}" ${line(2.6)}`),
    path(
      'M5 38C12 43 20 40 22 34M26 40C30 45 36 46 41 44M31 34C34 38 38 39 42 38M64 60C73 58 78 51 77 43 76 ' +
        '38 70 38 69 42M20 82C32 87 46 87 58 83',
      `fill="none" stroke="${red.deep}" stroke-width="2.2" stroke-linecap="round"`,
    ),
    path('M7 30C10 25 18 25 18 31 14 29 11 31 11 35 8 35 6 33 7 30z', `fill="${red.deep}"`),
    path('M45 38C52 35 62 35 68 42 61 48 50 47 45 38z', `fill="${gold.light}" ${line(2.4)}`),
    path('M55 35.5C59 37 60 43 57 46.5 53 44 52 39 55 35.5z', `fill="${ink}"`),
    path(brow, `fill="${gold.mid}" ${line(2)}`),
    path('M0 45C-7 48-10 58-6 66-3 71 3 69 1 64', `fill="none" ${line(2.6)} stroke-linecap="round"`),
  ].join('');
}

/** The head as a corner index: one colour, few and bold shapes. */
export function headMark() {
  const mane =
    'M76 20C90 20 100 18 112 10 110 24 102 34 92 40 100 42 108 40 116 36 114 52 104 62 90 64 98 68 104 ' +
    '68 111 66 106 82 88 92 70 90z';
  const antler = 'M56 26C52 4 66-12 94-18 88-10 86-5 87 0 94 0 100-2 106-8 106 8 96 16 86 16 81 18 79 24 80 32z';
  const upper =
    'M92 34C84 20 70 16 58 20 50 24 46 30 38 31 32 31 28 29 24 25 16 17 4 18 1 27-1 32 0 36 3 39-3 43-5 ' +
    '52-1 58 1 68 5 74 10 78 13 71 15 64 18 60 24 56 30 57 34 60 35 67 38 72 43 75 46 70 48 67 50 65 57 ' +
    '69 64 71 72 70 86 66 96 52 92 34z';
  const lower = 'M78 68C66 78 50 84 34 84 26 84 20 82 15 88 14 96 24 101 36 101 56 101 72 96 82 84z';
  return (
    [mane, antler, upper + lower].map((d) => path(d, 'fill="currentColor"')).join('') +
    path('M42 42C50 34 62 34 70 43 62 51 50 51 42 42z', 'fill="#fbf4e2"') +
    `<circle cx="57" cy="42.5" r="4.2" fill="currentColor"/>`
  );
}
