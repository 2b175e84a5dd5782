import type { AVATARS } from '../wire/types.js';
import { disc, dots, INK, line, PAPER, shape } from './strokes.js';

export type Avatar = (typeof AVATARS)[number];

/**
 * The faces that people may choose: one head each, on a ground of its own, told apart by outline and by light and dark
 * as well as by colour. 64 by 64; what stands over the edge is cut off by the round frame.
 */
export const avatars: Record<Avatar, string> = {
  cat:
    disc('#efbe4a') +
    shape('#33272b', 'M13 14 26 23Q32 21 38 23L51 14 53 38Q52 58 32 58T11 38z') +
    shape('#f7a9a0', 'M17 20 23 25 17 31zM47 20 41 25 47 31z') +
    shape('#d6f06a', 'M17 38q6-8 12 0-6 6-12 0zM35 38q6-8 12 0-6 6-12 0z') +
    shape(INK, 'M22 33h2v9h-2zM40 33h2v9h-2z') +
    shape('#f7a9a0', 'M29 45h6l-3 4z') +
    line(PAPER, 1.6, 'M32 49q-4 5-8 2M32 49q4 5 8 2M5 43l10 2M5 51l10-2M59 43l-10 2M59 51l-10-2'),
  panda:
    disc('#4d9a63') +
    shape(INK, 'M8 17a9 9 0 1 1 15 8zM56 17a9 9 0 1 0-15 8z') +
    shape(PAPER, 'M32 13c14 0 23 9 23 23S46 60 32 60 9 50 9 36s9-23 23-23z') +
    shape(INK, 'M13 37c1-9 11-11 13-5s-2 13-8 13-6-4-5-8zM51 37c-1-9-11-11-13-5s2 13 8 13 6-4 5-8z') +
    dots(PAPER, 3, [21, 36], [43, 36]) +
    shape(INK, 'M27 45q5-3 10 0-1 5-5 5t-5-5z') +
    line(INK, 2, 'M32 50v3m-6 1q3 3 6-1 3 4 6 1'),
  fox:
    disc('#17504c') +
    shape('#e2762c', 'M8 9 24 20h16L56 9l2 28Q46 60 32 60T6 37z') +
    shape('#3a2018', 'M12 15l9 7-8 8zM52 15l-9 7 8 8z') +
    shape(PAPER, 'M6 38q14-2 19 8l7 8 7-8q5-10 19-8Q48 60 32 60T6 38z') +
    shape(INK, 'M27 50h10l-5 6z') +
    line(INK, 2.6, 'M17 36q4-4 8 1M47 36q-4-4-8 1'),
  owl:
    disc('#39406f') +
    shape('#8a5a35', 'M10 8q10 8 22 8t22-8q4 14 0 26-2 28-22 28T10 34Q6 22 10 8z') +
    shape('#d9b383', 'M18 50q7-8 14 0 7-8 14 0-3 14-14 14T18 50z') +
    dots(PAPER, 11, [20.5, 31], [43.5, 31]) +
    dots(INK, 6.5, [21.5, 31], [42.5, 31]) +
    dots(PAPER, 2, [23.5, 28.5], [44.5, 28.5]) +
    shape('#f2b234', 'M27 38h10l-5 11z') +
    line(INK, 2.4, 'M10 19q10 0 17 6M54 19q-10 0-17 6'),
  frog:
    disc('#f4dfae') +
    shape('#3f9a4a', 'M9 24a10 10 0 0 1 19-5q4-1 8 0a10 10 0 0 1 19 5q6 9 4 19-5 17-27 17T5 43Q3 33 9 24z') +
    dots(PAPER, 7, [19, 22], [45, 22]) +
    dots(INK, 3.8, [20, 22], [44, 22]) +
    line(INK, 2.6, 'M11 42q21 15 42 0') +
    dots('#1d5a2a', 1.5, [29, 35], [35, 35]) +
    shape('#f2948a', 'M10 36q5-3 8 1-4 4-8-1zM54 36q-5-3-8 1 4 4 8-1z'),
  rabbit:
    disc('#b5476b') +
    shape(PAPER, 'M24 29C14 16 14 1 21 1s9 12 8 25zM40 29C50 16 50 1 43 1s-9 12-8 25z') +
    shape('#f3a9b4', 'M24 22C19 13 19 6 21 6s4 7 4 16zM40 22C45 13 45 6 43 6s-4 7-4 16z') +
    shape(PAPER, 'M32 24c13 0 21 8 21 19S44 61 32 61 11 54 11 43s8-19 21-19z') +
    dots(INK, 3.2, [22, 40], [42, 40]) +
    shape('#e2607a', 'M28.500 45h7l-3.500 4z') +
    line(INK, 2, 'M32 49v3q-3 3-6 1m6-1q3 3 6 1') +
    shape('#fff', 'M29 53.500h6V58h-6z') +
    line(INK, 1.2, 'M29 54v4.500h6V54m-3 0v4'),
  bear:
    disc('#e3cf92') +
    shape('#6d4327', 'M7 21a9.500 9.500 0 1 1 16-8h18a9.500 9.500 0 1 1 16 8q3 8 1 17-5 22-26 22T6 38q-2-9 1-17z') +
    dots('#b98757', 4.5, [13, 15], [51, 15]) +
    shape('#e0b98a', 'M32 36c10 0 14 5 14 11s-5 11-14 11-14-5-14-11 4-11 14-11z') +
    dots(INK, 3.2, [20, 32], [44, 32]) +
    shape(INK, 'M26 40q6-3 12 0-1 6-6 6t-6-6z') +
    line(INK, 2.2, 'M32 46v4q-4 4-7 1m7-1q4 4 7 1'),
  monkey:
    disc('#2f7f8f') +
    dots('#5b3a26', 9, [8, 34], [56, 34]) +
    dots('#eec39a', 5, [8, 34], [56, 34]) +
    shape('#5b3a26', 'M32 7c15 0 23 10 23 26S46 60 32 60 9 49 9 33 17 7 32 7z') +
    shape('#eec39a', 'M32 27q4-6 10-6c8 0 11 9 6 17 3 12-5 20-16 20s-19-8-16-20c-5-8-2-17 6-17q6 0 10 6z') +
    dots(INK, 3.4, [23, 33], [41, 33]) +
    dots(INK, 1.3, [30, 41], [34, 41]) +
    line(INK, 2.4, 'M21 46q11 9 22 0') +
    line('#5b3a26', 3, 'M29 6q3-5 6 0'),
  koi:
    disc('#2a6ea3') +
    line('#7fb7dd', 2, 'M-2 52q8-6 16 0t16 0 16 0 20 0M2 12q7-5 14 0t14 0') +
    shape(PAPER, 'M6 34q10-18 30-16 6 1 10 5l14-8q-4 11-2 17 3 8 4 15L46 40q-8 10-22 9T6 34z') +
    shape('#d8402b', 'M22 20q10-4 16-1-1 10-8 11t-8-10zM44 24l14-7q-3 8-2 13-8 2-12-6zM32 47q4-7 11-5-4 5-11 5z') +
    shape('#d8402b', 'M20 49q2 8 9 10 2-6-1-11z') +
    dots(INK, 3, [15, 31]) +
    dots(PAPER, 1, [14, 30]) +
    line(INK, 1.8, 'M7 37q4 2 6 0'),
  turtle:
    disc('#cfe6d2') +
    '<g transform="matrix(.84 0 0 .84 4 4)">' +
    shape('#6aa544', 'M40 40q4-18 14-18 9 1 8 11-1 9-10 12zM10 48h11l-2 11h-8zM36 48h11l1 11h-9zM2 46l8-6v8z') +
    shape('#7a4b2a', 'M4 46Q5 18 28 18t24 28q0 4-5 4H9q-5 0-5-4z') +
    shape('#c98f4e', 'M22 23h12l5 9-5 9H22l-5-9zM15 27l-4 5 3 8-8 2q0-10 9-15zM41 27q8 5 8 15l-7-2 3-8z') +
    dots(INK, 2.6, [55, 30]) +
    line(INK, 2, 'M53 38q4 1 7-2') +
    '</g>',
  pig:
    disc('#66793a') +
    shape('#e88f97', 'M10 12q12-1 16 7h12q4-8 16-7 1 9-4 15 6 7 5 15-2 18-23 18T9 42q-1-8 5-15-5-6-4-15z') +
    shape('#b85566', 'M14 16q6 0 8 5l-6 5q-3-4-2-10zM50 16q-6 0-8 5l6 5q3-4 2-10z') +
    shape('#f7bdbd', 'M32 37c9 0 13 4 13 9s-4 9-13 9-13-4-13-9 4-9 13-9z') +
    shape(INK, 'M25 43h4v7h-4zM35 43h4v7h-4z') +
    dots(INK, 3, [20, 33], [44, 33]),
  mouse:
    disc('#7c3a2c') +
    dots('#a7a3a8', 14, [13, 20], [51, 20]) +
    dots('#f0b3b0', 8.5, [13, 20], [51, 20]) +
    shape('#c9c5c9', 'M32 19c12 0 18 8 17 19-1 9-9 22-17 22S16 47 15 38c-1-11 5-19 17-19z') +
    dots(INK, 3.4, [24, 36], [40, 36]) +
    dots(PAPER, 1.1, [25, 35], [41, 35]) +
    dots('#d9536a', 3.6, [32, 53]) +
    line(INK, 1.5, 'M26 50 9 47M26 53l-16 4M38 50l17-3M38 53l16 4'),
  penguin:
    disc('#a5d6e6') +
    shape('#222b3a', 'M32 4c15 0 23 11 23 29v31H9V33C9 15 17 4 32 4z') +
    shape(PAPER, 'M32 28q4-9 11-8 7 2 6 14-1 12-4 30H19q-3-18-4-30-1-12 6-14 7-1 11 8z') +
    dots(INK, 3, [23, 31], [41, 31]) +
    shape('#f09a2a', 'M23 39q9-6 18 0-4 9-9 9t-9-9z') +
    line('#8a4a0a', 1.8, 'M23 40q9 5 18 0'),
  octopus:
    disc('#f6c3a6') +
    shape(
      '#6f3f8f',
      'M32 5c14 0 21 10 20 22-1 8-2 11 2 17 3 5 8 4 10 2v14q-8 2-13-4-1 9-9 9-6 0-6-7-2 7-8 7-7-1-7-9-5 6-13 4V46c2 2 7 3 10-2 4-6 3-9 2-17C11 15 18 5 32 5z',
    ) +
    dots('#a67bc4', 2.4, [22, 13], [29, 10], [41, 15]) +
    dots(PAPER, 6.5, [24, 29], [40, 29]) +
    dots(INK, 3.6, [25, 30], [39, 30]) +
    line(PAPER, 2.2, 'M27 42q5 4 10 0'),
  teapot:
    disc('#7d2a25') +
    line(PAPER, 5, 'M47 29q12-3 12 7t-15 12') +
    shape(PAPER, 'M14 33 3 22q-2 14 10 21zM13 27h36q5 8 3 17-3 14-21 14T10 44q-2-9 3-17z') +
    shape('#2f6aa3', 'M14 24q17-12 34 0l1 4H13zM28 15a3.500 3.500 0 1 1 6 0z') +
    dots(INK, 2.8, [23, 38], [39, 38]) +
    line(INK, 2.2, 'M26 45q5 5 10 0') +
    dots('#f2948a', 2.6, [18, 43], [44, 43]) +
    line('#f4dfae', 2, 'M20 9q-4-4 0-8M42 10q4-4 0-8'),
  moon:
    disc('#151c3b') +
    shape('#f6dd84', 'M40 5a27 27 0 1 0 17 38A23 23 0 0 1 40 5z') +
    line(INK, 2.4, 'M15 32q4 4 8 0M28 42q3 2 6-1') +
    dots('#e89a5a', 3, [18, 41]) +
    shape(
      PAPER,
      'M50 12l2 5 5 2-5 2-2 5-2-5-5-2 5-2zM40 28l1.300 3.200L44.500 32.500l-3.200 1.300L40 37l-1.300-3.200L35.500 32.500l3.200-1.300z',
    ) +
    dots(PAPER, 1.3, [58, 33], [45, 8], [8, 12]),
};
