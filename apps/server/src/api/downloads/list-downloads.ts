import { hasKnownYear, knownYears } from '@freeor/kernel/years'
import { listDownloads } from '@freeor/leads/downloads/queries'
import { listedDownload, whoseDownloads } from '@freeor/leads/downloads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listDownloadsOperation = leadsOperation({
  id: 'listDownloads',
  method: 'get',
  path: '/api/downloads',
  area: 'downloads',
  summary: "The company's downloads, newest first",
  access: 'user',
  apiKeyScope: 'downloads',
  right: 'downloads.read',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** The `id` of the last one already seen. */
    after: z.string().max(60).optional(),
    before: z.iso.datetime().refine(hasKnownYear, knownYears).optional(),
    whose: whoseDownloads.default('everybody'),
  }),
  answer: z.object({ downloads: z.array(listedDownload) }),
  async handle({ deps, company, query: { before, ...page } }) {
    const older = before !== undefined && { before: new Date(before) }
    return { downloads: await listDownloads(deps, await company(), { ...page, ...older }) }
  },
})
