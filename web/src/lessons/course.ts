import { language } from '../app/language/language.svelte.js';
import { http } from '../wire/http.js';
import type { LessonInfo, LessonList } from '../wire/types.js';
import { loadWords } from './lesson_words.js';

let known: LessonInfo[] | null = null;

/** The lessons in their order, and the words for them. */
export async function loadCourse(): Promise<LessonInfo[]> {
  const [{ lessons }] = await Promise.all([
    known ? { lessons: known } : http<LessonList>('GET', '/api/lessons'),
    loadWords(language.current),
  ]);
  known = lessons;
  return lessons;
}
