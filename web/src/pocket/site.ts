/**
 * Where the application lies. At a server of ours that is the root. As a folder of files (`gangoffour site`) it lies
 * anywhere, and has but one page (`page_address.ts`).
 */
export const isSite = document.documentElement.dataset['site'] !== undefined;
export const home = isSite ? location.pathname.replace(/[^/]*$/, '') : '/';
