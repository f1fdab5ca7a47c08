import { addDocuments } from '@freeor/content/commands'
import type { Row, SecurityFixture } from './security-rows.ts'

const site = 'leads'
const collection = 'pages'

/** Adds a page of the site once; its key names it. */
async function addPage({ deps }: SecurityFixture): Promise<string> {
  const key = 'about'
  const data = { lead: 'Who makes these pages.', body: 'We are **three** people.' }
  const documents = [{ key, name: 'About us', description: 'Who we are', data }]
  await addDocuments(deps.db, { site, collection, documents, now: deps.clock.now() })
  return key
}

/** The rows of what the public pages are made of. */
export const contentRows: Readonly<Record<string, Row>> = {
  listDocuments: {
    sample: async (fixture) => {
      await addPage(fixture)
      return { params: { site, collection } }
    },
  },
  readIntroductionVideo: { sample: () => ({}) },
  readDocument: {
    sample: async (fixture) => ({ params: { site, collection, key: await addPage(fixture) } }),
  },
}
