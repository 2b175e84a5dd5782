import type { Component, Snippet } from 'svelte';

type Frame = Component<{ title: string; heading?: boolean; children: Snippet }>;

/** The frame around pages, once one has been shown: a page that cannot be loaded has it, too. */
export const seen: { Frame: Frame | null } = { Frame: null };
