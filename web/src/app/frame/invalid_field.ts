import { m } from '../../paraglide/messages.js';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isField = (one: EventTarget | null): one is Field => one instanceof Element && 'setCustomValidity' in one;

/** What is wrong with a field, in the page's language; empty if the browser had better say it. */
function problemOf(field: Field): string {
  const { valueMissing, tooShort, typeMismatch } = field.validity;
  if (valueMissing) return m.field_missing();
  if (tooShort && 'minLength' in field) return m.field_short({ least: field.minLength });
  return typeMismatch && field instanceof HTMLInputElement && field.type === 'email' ? m.field_email() : '';
}

/** What a form lacks is told in the page's language, where the browser would tell it in its own. */
export function tellInvalidFields(): void {
  document.addEventListener(
    'invalid',
    ({ target: field }) => {
      if (!isField(field)) return;
      field.setCustomValidity('');
      field.setCustomValidity(problemOf(field));
    },
    true,
  );
  // Until something is typed; then it is judged anew.
  document.addEventListener('input', ({ target: field }) => isField(field) && field.setCustomValidity(''), true);
}
