import { messageByKey } from '../app/language/message_by_key.js';

/** Why a hint is a good one, in the reader's language. */
export const reasonText = (code: string): string => messageByKey(`reason_${code}`) ?? '';
