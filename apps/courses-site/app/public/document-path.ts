import type { Collection } from './site-documents.ts'

const paths: Readonly<Partial<Record<Collection, string>>> = {
  'reading-list': '/reading-list',
  bios: '/about',
  opportunities: '/get-involved',
  audiences: '/get-involved',
  faq: '/faq',
  steps: '/how-it-works',
  'image-grid': '/',
}

/** The public page that shows a document; a page of text has its key as the address. */
export const documentPath = (collection: Collection, key: string): string =>
  paths[collection] ?? (key === 'home' ? '/' : `/${key}`)
