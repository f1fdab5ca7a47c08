import { addDocuments, seedOnce } from '@freeor/content/commands'
import type { Database } from '@freeor/postgres/database'
import { articles } from './articles.ts'
import { books } from './books.ts'
import { cases } from './cases.ts'
import { audiences, opportunities } from './involvement.ts'
import { imageGrid, steps } from './learning.ts'
import { legalPages } from './legal-pages.ts'
import { informationPages } from './pages.ts'
import { people } from './people.ts'
import { questions } from './questions.ts'

const site = 'courses'

/**
 * Writes what the public pages start with, once for an installation: what an operator changed or deleted since then
 * stays so.
 * @returns whether it was written now
 */
export async function seedSiteDocuments(db: Database, now: Date): Promise<boolean> {
  return await db.transaction(
    async (transaction) =>
      await seedOnce(transaction, { name: 'courses-site-documents', now }, async (tx) => {
        const added = { site, now } as const
        const pages = [...informationPages, ...legalPages]
        const readings = [...books, ...articles, ...cases]
        await addDocuments(tx, { ...added, collection: 'pages', documents: pages })
        await addDocuments(tx, { ...added, collection: 'reading-list', documents: readings })
        await addDocuments(tx, { ...added, collection: 'bios', documents: people })
        await addDocuments(tx, { ...added, collection: 'audiences', documents: audiences })
        await addDocuments(tx, { ...added, collection: 'opportunities', documents: opportunities })
        await addDocuments(tx, { ...added, collection: 'faq', documents: questions })
        await addDocuments(tx, { ...added, collection: 'steps', documents: steps })
        await addDocuments(tx, { ...added, collection: 'image-grid', documents: imageGrid })
      }),
  )
}
