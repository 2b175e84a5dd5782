/** All that is drawn of faces, in one piece. */
export { avatars } from './avatars.js';
export { characterDrawing } from './characters.js';
