/** What keys do at the table, wherever the focus is, except where one types; arrows lead to the hand. */
export function onKeys(
  keys: Readonly<Record<string, () => void>>,
  hand: () => { focus(): void } | undefined | false,
): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest('input, textarea, select')) return;
    const mine = hand();
    if (event.key.startsWith('Arrow') && mine && !at?.closest('.panel')) {
      event.preventDefault();
      mine.focus();
    } else keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.();
  };
}
