import { createApiClient } from '@freeor/api-client/client'
import { AppError } from '@freeor/kernel/errors'
import { readJson } from '../../http/read-json.ts'
import { answerMcp } from '../../mcp/answer-mcp.ts'
import { openLeadTools } from '../../mcp/lead-tools.ts'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

const maxBytes = 1024 * 1024

export const serveMcpOperation = leadsOperation({
  id: 'serveMcp',
  method: 'post',
  path: '/api/mcp',
  area: 'agents',
  summary:
    'A message of the Model Context Protocol (Streamable HTTP, without sessions). Each tool calls the API as whoever calls here, and needs that call’s scope',
  access: 'user',
  apiKeyScope: 'any',
  consumes: 'application/json',
  // A JSON-RPC answer, or a stream of events that ends with it.
  produces: 'text/event-stream',
  async handle({ deps, request, apiAsCaller }) {
    const api = createApiClient({ fetch: apiAsCaller, baseUrl: new URL(request.url).origin })
    return await answerMcp(request, await readMessage(request), await openLeadTools(api, deps.version))
  },
})

/** One message: a batch, which the protocol had until 2025-06-18, would be any number of calls in one. */
async function readMessage(request: Request): Promise<object> {
  const message = await readJson(request, maxBytes)
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new AppError('bad_request', 'Please send one message of JSON-RPC.')
  return message
}
