import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { attempt, bodyOf, looks, search } from './tool-parts.ts'

const order = {
  ...search,
  limit: z.int().min(1).max(100_000_000).optional().describe('Only the first so many leads'),
  columns: z.array(z.string().max(100)).max(500).optional().describe('Keys of columns; all without it'),
  format: z.enum(['csv', 'csv-bom', 'xlsx', 'jsonl', 'parquet']).default('csv'),
  suppressOwned: z.boolean().default(false).describe('Leave out leads that the company owns already'),
}

type Order = z.output<z.ZodObject<typeof order>>

const orderOf = ({ limit, columns, format, suppressOwned, ...rest }: Order) => ({
  dictId: rest.dataset,
  ...bodyOf(rest),
  ...{ format, suppressOwned, ...(limit && { limit }), ...(columns && { columns }) },
})

/** What leads to a file: a quote, an order by it, how far it is, and what is left out of it. */
export function addOrderingTools(server: McpServer, api: ApiClient): void {
  addOrderTools(server, api)
  addDownloadTool(server, api)
  addSuppressionTool(server, api)
}

function addOrderTools(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'quote_download',
    {
      title: 'Price of a file',
      description:
        'What a file would hold and cost: matches, owned, suppressed, new leads, credits before and after. The quote is kept for 15 minutes; order_download takes its binding.token',
      inputSchema: order,
      annotations: { ...looks, idempotentHint: false },
    },
    async (what) =>
      await attempt(async () => ({
        ...unwrap(await api.POST('/api/downloads/quote', { body: orderOf(what) })),
      })),
  )
  server.registerTool(
    'order_download',
    {
      title: 'Order a file',
      description:
        'Spends leads of the plan: orders exactly what was quoted, at its price or less. Give the same fields as to quote_download. Sent again with the same orderKey it is the same order',
      inputSchema: {
        ...order,
        quote: z.string().min(1).max(8192).describe('binding.token of quote_download'),
        orderKey: z.string().min(8).max(200).describe('A new one for each order, kept for trying again'),
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    async ({ quote, orderKey, ...what }) =>
      await attempt(async () => ({
        ...unwrap(
          await api.POST('/api/downloads', {
            body: { ...orderOf(what), quote },
            headers: { 'idempotency-key': orderKey },
          }),
        ),
      })),
  )
}

function addDownloadTool(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'get_download',
    {
      title: 'How far a file is',
      description:
        'State, rows and SHA-256 of an ordered file. A ready one is fetched at /api/downloads/{id}/file',
      inputSchema: { download: z.string().min(1).max(60) },
      annotations: looks,
    },
    async ({ download: downloadId }) =>
      await attempt(async () => ({
        ...unwrap(await api.GET('/api/downloads/{downloadId}', { params: { path: { downloadId } } })),
      })),
  )
}

function addSuppressionTool(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'suppress',
    {
      title: 'Leave out contacts',
      description:
        'Leaves emails, telephone numbers, domains, addresses or company names (or their hashes) out of the company’s quotes and files from now on, as a suppression list that people can delete',
      inputSchema: {
        name: z.string().min(1).max(120).describe('The name of the list'),
        entries: z.array(z.string().min(1).max(500)).min(1).max(5000),
      },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
    },
    async ({ name, entries }) =>
      await attempt(async () => {
        const added = unwrap(
          await api.POST('/api/suppression-lists', {
            params: { query: { name } },
            body: entries.map((entry) => entry.replaceAll(/[\r\n]/g, ' ')).join('\n') as never,
            bodySerializer: (text: unknown) => String(text),
            headers: { 'content-type': 'application/octet-stream' },
          }),
        )
        const profiles = added.profiles.flatMap(({ id, proposed }) => (proposed ? [id] : []))
        // Nothing is left out where nothing is meant: the list stays for people to look at.
        if (profiles.length === 0) return { ...added }
        return {
          ...unwrap(
            await api.POST('/api/suppression-lists/{listId}/apply', {
              params: { path: { listId: added.id } },
              body: { profiles },
            }),
          ),
        }
      }),
  )
}
