import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { attempt, bodyOf, dataset, looks, type Search, search } from './tool-parts.ts'

const searchLeads = async (
  api: ApiClient,
  what: Search,
  more: { limit?: number; facets?: string[]; count_only?: boolean },
) =>
  unwrap(
    await api.POST('/api/search/{dictId}', {
      params: { path: { dictId: what.dataset } },
      body: { ...bodyOf(what), ...more },
    }),
  )

/** What costs nothing: datasets, counts, values, a look at some leads, and what is left of the plan. */
export function addLookingTools(server: McpServer, api: ApiClient): void {
  addDatasetTools(server, api)
  addCountingTools(server, api)
  addSampleTools(server, api)
}

function addDatasetTools(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'list_datasets',
    { title: 'Datasets', description: 'The datasets that can be searched', annotations: looks },
    async () => await attempt(async () => ({ ...unwrap(await api.GET('/api/dictionaries', {})) })),
  )
  server.registerTool(
    'describe_dataset',
    {
      title: 'Columns of a dataset',
      description: 'The columns of a dataset with their kinds, and how many leads it has',
      inputSchema: { dataset },
      annotations: looks,
    },
    async ({ dataset: dictId }) =>
      await attempt(async () => ({
        ...unwrap(await api.GET('/api/dictionaries/{dictId}', { params: { path: { dictId } } })),
      })),
  )
}

function addCountingTools(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'count_leads',
    {
      title: 'Count',
      description: 'The exact number of leads that match, and what each condition of the filter costs',
      inputSchema: search,
      annotations: looks,
    },
    async (what) =>
      await attempt(async () => {
        const { count, dropOne, dataVersion } = await searchLeads(api, what, { limit: 1 })
        return { count, dropOne, dataVersion }
      }),
  )
  server.registerTool(
    'count_values',
    {
      title: 'Counts by value',
      description: 'Exact counts of the matching leads by the values of columns that are marked as facets',
      inputSchema: { ...search, columns: z.array(z.string().max(100)).min(1).max(5) },
      annotations: looks,
    },
    async ({ columns, ...what }) =>
      await attempt(async () => {
        const { count, facets, dataVersion } = await searchLeads(api, what, { limit: 1, facets: columns })
        return { count, facets, dataVersion }
      }),
  )
  server.registerTool(
    'suggest_values',
    {
      title: 'Values of a column',
      description: 'Values of a column that begin like this, with their counts',
      inputSchema: { dataset, column: z.string().max(100), beginning: z.string().min(2).max(100) },
      annotations: looks,
    },
    async ({ dataset: dictId, column, beginning: q }) =>
      await attempt(async () => ({
        ...unwrap(
          await api.GET('/api/search/{dictId}/suggest', {
            params: { path: { dictId }, query: { column, q } },
          }),
        ),
      })),
  )
}

function addSampleTools(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'sample_leads',
    {
      title: 'A look at some leads',
      description: 'The first matching leads. Contacts are covered unless the company owns the lead',
      inputSchema: { ...search, limit: z.int().min(1).max(10).default(5) },
      annotations: looks,
    },
    async ({ limit, ...what }) =>
      await attempt(async () => {
        const { count, rows, dataVersion } = await searchLeads(api, what, { limit })
        return { count, rows, dataVersion }
      }),
  )
  server.registerTool(
    'credits',
    {
      title: 'What is left',
      description:
        'The plan, the leads that remain, and what of a daily budget this key has left. Beyond it orders are refused',
      annotations: looks,
    },
    async () =>
      await attempt(async () => {
        const { plan, allowance } = unwrap(await api.GET('/api/me', {}))
        const { budget } = unwrap(await api.GET('/api/key-budget', {}))
        return { plan, allowance, budget }
      }),
  )
}
