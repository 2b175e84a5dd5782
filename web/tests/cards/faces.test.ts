import { expect, test } from 'vitest';
import { cardCodes } from '../../src/cards/card_code.js';
import { faceMarkup, type Face } from '../../src/cards/faces.js';

test('the library draws cards with the same faces', async () => {
  // After a change of the art: npx vitest run tests/cards -u
  const faces: Face[] = [...cardCodes, 'back'];
  const drawn = Object.fromEntries(faces.map((face) => [face, faceMarkup(face, 'full')]));
  expect(Object.keys(drawn)).toHaveLength(35);
  await expect(`${JSON.stringify(drawn, null, 1)}\n`).toMatchFileSnapshot('../../../src/gangoffour/svg/faces.json');
});
