/** Does something as a component would, so that its effects run; returns how to end them. */
export const rooted = (work: () => void): (() => void) => $effect.root(work);
