import { setTimeout as delay } from 'node:timers/promises'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

/** One red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** The head of a sound without samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const text = (words: string) => ({ type: 'text' as const, text: words })
const answer = (...content: Content[]) => ({ content })
type Content =
  | ReturnType<typeof text>
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } }

const image: Content = { type: 'image', data: png, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, content: string): Content => ({
  type: 'resource',
  resource: { uri, mimeType, text: content },
})

/** Answers at once. */
const simple: Readonly<Record<string, ReturnType<typeof answer>>> = {
  test_simple_text: answer(text('This is a simple text response for testing.')),
  test_image_content: answer(image),
  test_audio_content: answer({ type: 'audio', data: wav, mimeType: 'audio/wav' }),
  test_embedded_resource: answer(
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ),
  test_multiple_content_types: answer(
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ),
}

/** The tools that the conformance suite of the Model Context Protocol calls, for tests of our transport. */
export function openConformanceTools(): McpServer {
  const server = new McpServer({ name: 'conformance', version: '1.0.0' }, { capabilities: { logging: {} } })
  for (const [name, content] of Object.entries(simple))
    server.registerTool(name, { description: name }, () => content)
  server.registerTool('test_error_handling', { description: 'Fails always' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool('test_tool_with_logging', { description: 'Logs' }, async ({ sendNotification }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await sendNotification({ method: 'notifications/message', params: { level: 'info', data } })
      await delay(50)
    }
    return answer(text('It has logged three times.'))
  })
  server.registerTool('test_tool_with_progress', { description: 'Tells how far it is' }, async (extra) => {
    const progressToken = extra._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
      await delay(50)
    }
    return answer(text('It has told of its progress.'))
  })
  return server
}
