/**
 * Which document an editor wants to see as they wrote it: its id, as the address of the page names it. A page's loaders
 * need not know of it.
 */
export const previewHeader = 'freeor-preview'
