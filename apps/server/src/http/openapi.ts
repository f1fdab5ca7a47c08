import { errorCodes } from '@freeor/kernel/errors'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { areas } from './areas.ts'
import { examples } from './examples.ts'
import { whileImpersonating } from './impersonated.ts'
import type { AnyOperation } from './operation.ts'

const problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(errorCodes) as [string, ...string[]]),
    detail: z.string(),
    requestId: z.string(),
  })
  .openapi('Problem')

const problemContent = { 'application/problem+json': { schema: problem } }

/** A file that is JSON is read as what it holds, any other as its text or bytes. */
const fileSchema = (type: string) => (/[/+]json$/.test(type) ? z.looseObject({}) : z.string())

function responsesOf(operation: AnyOperation) {
  const status = operation.status ?? 200
  const example = examples[operation.id]?.answer
  const ok = operation.answer
    ? {
        description: operation.summary,
        content: { 'application/json': { schema: operation.answer, example } },
      }
    : operation.produces
      ? {
          description: operation.summary,
          content: { [operation.produces]: { schema: fileSchema(operation.produces) } },
        }
      : { description: operation.summary }
  return { [status]: ok, default: { description: 'A problem', content: problemContent } }
}

function bodyOf({ id, body, consumes }: AnyOperation) {
  const example = examples[id]?.request.body
  if (body) return { body: { required: true, content: { 'application/json': { schema: body, example } } } }
  return consumes ? { body: { content: { [consumes]: { schema: z.string() } } } } : {}
}

/** The areas that have an operation here: a server with one site has not all. */
function chaptersOf(operations: readonly AnyOperation[]) {
  const used = new Set<string>(operations.map(({ area }) => area))
  return Object.entries(areas)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}

/** The OpenAPI 3.1 document of all operations: what `/openapi.json` serves and the client is generated from. */
export function openApiDocument(operations: readonly AnyOperation[], version: string): object {
  const app = new OpenAPIHono()
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'freeor.session_token',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  for (const operation of operations) {
    app.openAPIRegistry.registerPath(
      createRoute({
        operationId: operation.id,
        method: operation.method,
        path: operation.path,
        tags: [operation.area],
        summary: operation.summary,
        security: operation.access === 'public' ? [] : [{ session: [] }, { bearer: [] }],
        'x-access': operation.access,
        ...(operation.reauthenticated && { 'x-reauthenticated': true }),
        ...(operation.provenAddress && { 'x-proven-address': true }),
        ...(operation.apiKeyScope && { 'x-api-key-scope': operation.apiKeyScope }),
        ...(operation.right && { 'x-right': operation.right }),
        'x-while-impersonating': whileImpersonating(operation),
        request: {
          ...(operation.params && { params: operation.params }),
          ...(operation.query && { query: operation.query }),
          ...bodyOf(operation),
        },
        responses: responsesOf(operation),
      }),
    )
  }
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Freeor', version, description: 'Everything both sites do goes through these calls.' },
    tags: chaptersOf(operations),
  })
}
