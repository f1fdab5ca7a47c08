import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parse } from 'yaml'

type Node = { [key: string]: unknown }

/** What we call. The rest of the document is left out, so a call to anything else is refused as unknown. */
const usedPaths = [
  '/accounts',
  '/accounts/{account_id}',
  '/accounts/{account_id}/billing_info',
  '/accounts/{account_id}/subscriptions',
  '/accounts/{account_id}/invoices',
  '/invoices/{invoice_id}',
  '/invoices/{invoice_id}/collect',
  '/invoices/{invoice_id}/mark_failed',
  '/subscriptions',
  '/subscriptions/{subscription_id}',
  '/subscriptions/{subscription_id}/cancel',
  '/subscriptions/{subscription_id}/reactivate',
  '/subscriptions/{subscription_id}/change',
  '/subscriptions/{subscription_id}/change/preview',
]

/**
 * Recurly's own OpenAPI document as it comes with its client, made checkable: it leaves open what `object` says,
 * by which the client picks a class, describes an error without the `error` it is wrapped in, and writes its patterns
 * between slashes, which no validator takes for delimiters.
 */
export function readRecurlyDocument(): object {
  const path = createRequire(import.meta.url).resolve('recurly/openapi/api.yaml')
  const document = asNode(parse(readFileSync(path, 'utf8'))) ?? {}
  const schemas = asNode(asNode(document.components)?.schemas) ?? {}
  for (const [name, schema] of Object.entries(schemas)) {
    nameObjects(schema, name)
    bareAll(schema)
  }
  const paths = asNode(document.paths) ?? {}
  const used = usedPaths.map((path) => [path, paths[path]] as const)
  for (const [path, item] of used) {
    if (!item) throw new Error(`${path} is no longer in Recurly's document`)
    wrapErrors(item)
  }
  return { ...document, paths: Object.fromEntries(used) }
}

const asNode = (value: unknown): Node | undefined =>
  typeof value === 'object' && value !== null ? (value as Node) : undefined

/** `object` holds the name of the class in snake case; a list says `list`. */
function nameObjects(value: unknown, name: string): void {
  const schema = asNode(value)
  if (!schema) return
  const className = typeof schema['x-class-name'] === 'string' ? schema['x-class-name'] : name
  const properties = asNode(schema.properties)
  const object = asNode(properties?.object)
  if (object?.type === 'string') object.enum = [properties?.has_more ? 'list' : snakeCase(className)]
  for (const [key, property] of Object.entries(properties ?? {})) nameObjects(property, pascalCase(key))
  if (schema.items) nameObjects(schema.items, className)
  for (const key of ['allOf', 'oneOf', 'anyOf'])
    for (const part of Object.values(asNode(schema[key]) ?? {})) nameObjects(part, className)
}

function bareAll(value: unknown): void {
  const schema = asNode(value)
  if (!schema) return
  if (typeof schema.pattern === 'string') schema.pattern = schema.pattern.replace(/^\/(.*)\/$/, '$1')
  for (const part of Object.values(schema)) bareAll(part)
}

const snakeCase = (name: string): string =>
  name
    .replace(/(ReadOnly|Response|Create|Update)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()

const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function wrapErrors(pathItem: unknown): void {
  for (const operation of Object.values(asNode(pathItem) ?? {}))
    for (const response of Object.values(asNode(asNode(operation)?.responses) ?? {})) {
      const json = asNode(asNode(asNode(response)?.content)?.['application/json'])
      const reference = asNode(json?.schema)?.$ref
      if (json && typeof reference === 'string' && /\/Error/.test(reference))
        json.schema = { type: 'object', required: ['error'], properties: { error: { $ref: reference } } }
    }
}
