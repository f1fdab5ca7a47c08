import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

/**
 * Answers one request of the Model Context Protocol (Streamable HTTP, 2025-11-25) by a server made for it. Nothing is
 * kept between two requests: any process of a cluster may answer the next one, and a restart ends no session. So the
 * server can tell of its progress within a request, but cannot ask the client anything.
 * @param message the request's body, read from JSON
 */
export async function answerMcp(request: Request, message: unknown, server: McpServer): Promise<Response> {
  const { WebStandardStreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
  )
  const transport = new WebStandardStreamableHTTPServerTransport({})
  await server.connect(transport)
  return await transport.handleRequest(request, { parsedBody: message })
}
