import { listBoards } from '@freeor/content/boards/queries'
import { contentBoard } from '@freeor/content/boards/schema'
import { sites } from '@freeor/kernel/site'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { siteRecords } from '../../sites/site-records.ts'
import { editorOf } from './content-call.ts'

export const listBoardsOperation = operation({
  id: 'listBoards',
  method: 'get',
  path: '/api/content-boards',
  area: 'content',
  summary: 'The collections of a site’s pages that the person may write or delete in',
  access: 'user',
  query: z.strictObject({ site: z.enum(sites) }),
  answer: z.object({ boards: z.array(contentBoard) }),
  handle: async (call) => {
    const { viewer } = await editorOf(call)
    const { site } = call.query
    const collections = siteRecords.flatMap(({ name, collections }) => (name === site ? collections : []))
    return { boards: await listBoards(call.deps.db, { site, collections }, viewer) }
  },
})
