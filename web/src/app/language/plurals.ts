/** The rules for plural forms, made once for each language: making them takes far longer than asking them. */
const rules = new Map<string, Intl.PluralRules>();

/** Which form a number takes in a language. The build puts this in the place of the compiler's own. */
export function plural(language: string, count: unknown): string {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(language)));
  return found.select(Number(count));
}
