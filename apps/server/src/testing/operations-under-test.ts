import type { Right } from '@freeor/accounts/policy'
import { sites } from '@freeor/kernel/site'
import { operationsOf } from '../api/operations.ts'
import { openApiDocument } from '../http/openapi.ts'
import type { Access, WhileImpersonating } from '../http/operation.ts'
import { loadSites } from '../sites/site-modules.ts'
import type { Input } from './security-row.ts'

/** Every endpoint of a server with all sites. */
export const operations = operationsOf(await loadSites(sites))

/** The part of a JSON schema that the table reads. */
export type JsonSchema = {
  type?: string | string[]
  anyOf?: readonly JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  $ref?: string
}

/** An operation as the OpenAPI document tells of it: the table trusts nothing else. */
export type DocumentedOperation = {
  id: string
  method: string
  path: string
  access: Access
  /** What the caller's role must allow. */
  right: Right | undefined
  /** For a super admin who acts as somebody else. */
  whileImpersonating: WhileImpersonating
  /** Only shortly after the password was given again. */
  reauthenticated: boolean
  /** Only for somebody whose own address is proven. */
  provenAddress: boolean
  queryParams: string[]
  pathParams: string[]
  body: JsonSchema | undefined
}

type Documented = {
  operationId: string
  'x-access': Access
  'x-right'?: Right
  'x-while-impersonating': WhileImpersonating
  'x-reauthenticated'?: true
  'x-proven-address'?: true
  parameters?: { name: string; in: string }[]
  requestBody?: { content: { 'application/json'?: { schema: JsonSchema } } }
}

/** Every operation of the document. */
export function documentedOperations(): DocumentedOperation[] {
  const { paths } = openApiDocument(operations, 'test') as {
    paths: Record<string, Record<string, Documented>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, ...rest }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      access: rest['x-access'],
      right: rest['x-right'],
      whileImpersonating: rest['x-while-impersonating'],
      reauthenticated: rest['x-reauthenticated'] === true,
      provenAddress: rest['x-proven-address'] === true,
      queryParams: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      pathParams: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      body: requestBody?.content['application/json']?.schema,
    })),
  )
}

/** The address of a call, its path parameters as a link has them. */
export function addressOf(
  { path }: Pick<DocumentedOperation, 'path'>,
  { params = {}, query }: Input,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}
