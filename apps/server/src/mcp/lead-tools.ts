import type { ApiClient } from '@freeor/api-client/client'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { addLookingTools } from './looking-tools.ts'
import { addOrderingTools } from './ordering-tools.ts'

/** What an agent is told before anything else. */
const instructions = `Freeor sells exact counts and files of business leads. Describe a dataset first: its columns are
what filters name. A filter is text such as  employees:50..500 title:Owner,CEO -industry:"Restaurants" company:~plumb ;
a geography is text such as  state:CA,NV  or  within:25mi@77001 . Counts are exact. Looking costs nothing; only
order_download spends leads of the plan. Quote first, tell the person the price, and order by that quote: it never costs
more than the quote says.`

/**
 * The tools of Leads for agents, each of which calls the API as the person whose key was sent: scopes, roles, budgets
 * and limits are the API's own, and nothing is decided here.
 */
export async function openLeadTools(api: ApiClient, version: string): Promise<McpServer> {
  const { McpServer: Server } = await import('@modelcontextprotocol/sdk/server/mcp.js')
  const server = new Server({ name: 'freeor-leads', title: 'Freeor Leads', version }, { instructions })
  addLookingTools(server, api)
  addOrderingTools(server, api)
  return server
}
