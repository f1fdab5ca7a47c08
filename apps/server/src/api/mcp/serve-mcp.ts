import { createApiClient } from '@freeor/api-client/client'
import { z } from 'zod'
import { answerMcp } from '../../mcp/answer-mcp.ts'
import { openLeadTools } from '../../mcp/lead-tools.ts'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

/**
 * One request or notification of JSON-RPC, which the server reads further. A batch, which the protocol had until
 * 2025-06-18, would be any number of calls in one.
 */
const message = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.int()]).optional(),
  method: z.string().min(1).max(200),
  params: z.record(z.string().regex(/^\w{1,100}$/), z.unknown()).optional(),
})

export const serveMcpOperation = leadsOperation({
  id: 'serveMcp',
  method: 'post',
  path: '/api/mcp',
  area: 'agents',
  summary:
    'A message of the Model Context Protocol (Streamable HTTP, without sessions). Each tool calls the API as whoever calls here, and needs that call’s scope',
  access: 'user',
  apiKeyScope: 'any',
  body: message,
  // A JSON-RPC answer, or a stream of events that ends with it.
  produces: 'text/event-stream',
  async handle({ deps, request, body, apiAsCaller }) {
    const api = createApiClient({ fetch: apiAsCaller, baseUrl: new URL(request.url).origin })
    return await answerMcp(request, body, await openLeadTools(api, deps.version))
  },
})
