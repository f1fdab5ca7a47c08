import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { addSuppressionList } from '@freeor/leads/suppression/commands'
import { listName, suppressionList } from '@freeor/leads/suppression/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const addSuppressionListOperation = leadsOperation({
  id: 'addSuppressionList',
  method: 'post',
  path: '/api/suppression-lists',
  area: 'downloads',
  summary:
    'Reads a list of emails, telephone numbers, domains, addresses or company names, plain or hashed, one a line or as CSV, and says which leads it means under each normalization. Nothing is left out until it is applied',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  query: z.strictObject({ name: listName }),
  consumes: 'application/octet-stream',
  answer: suppressionList,
  status: 201,
  async handle({ deps, company, query: { name }, request }) {
    // The DOM's and Node's declarations of the one ReadableStream differ.
    const body = request.body as ReadableStream<Uint8Array> | null
    const file = body ? Readable.fromWeb(body) : Readable.from([])
    return await addSuppressionList(deps, await company(), { name, file, signal: request.signal })
  },
})
