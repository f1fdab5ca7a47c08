import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { addOwnList } from '@freeor/leads/own-lists/commands'
import { ownList, ownListName } from '@freeor/leads/own-lists/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const addOwnListOperation = leadsOperation({
  id: 'addOwnList',
  method: 'post',
  path: '/api/own-lists',
  area: 'downloads',
  summary:
    'Reads a list of the company’s own (CSV or TSV, also gzipped) and guesses what its columns hold, to compare it with leads',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  query: z.strictObject({ name: ownListName }),
  consumes: 'application/octet-stream',
  answer: ownList,
  status: 201,
  async handle({ deps, company, query: { name }, request }) {
    // The DOM's and Node's declarations of the one ReadableStream differ.
    const body = request.body as ReadableStream<Uint8Array> | null
    const file = body ? Readable.fromWeb(body) : Readable.from([])
    return await addOwnList(deps, await company(), { name, file, signal: request.signal })
  },
})
