import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestS3Server, type TestS3Server } from '@freeor/storage/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { type CompaniesFixture, download, openCompaniesFixture } from '../testing/companies-fixture.ts'
import { metricsToken, type Scrape, scrape } from '../testing/read-scrape.ts'

/** The alerts and the board that come with the product say only what a real scrape has. */

const deploy = join(import.meta.dirname, '../../../../deploy')

const rulesFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Freeor[A-Za-z]+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+m$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'warn']) }),
          annotations: z.strictObject({ summary: z.string().min(1), description: z.string().min(1) }),
        }),
      ),
    }),
  ),
})
const board = z.looseObject({
  panels: z.array(
    z.looseObject({ title: z.string(), targets: z.array(z.looseObject({ expr: z.string() })).min(1) }),
  ),
})

const rules = rulesFile
  .parse(parse(readFileSync(join(deploy, 'prometheus/alerts.yml'), 'utf8')))
  .groups.flatMap((group) => group.rules)
const panels = board.parse(JSON.parse(readFileSync(join(deploy, 'grafana/freeor.json'), 'utf8'))).panels

const expressions = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
]

let fixture: CompaniesFixture
let s3: TestS3Server
let now: Scrape

beforeAll(async () => {
  s3 = await startTestS3Server()
  const variables = { METRICS_TOKEN: metricsToken, BACKUP_URL: s3.url }
  fixture = await openCompaniesFixture({ firms: 20, variables })
  await download(fixture, fixture.people.owner)
  now = await scrape(fixture, 'freeor_mail_waiting', 'freeor_backup_age_seconds')
})
afterAll(async () => {
  await fixture.close()
  await s3.close()
})

/** Labels that Prometheus adds, and the one of a histogram's buckets. */
const added = new Set(['instance', 'job', 'le'])
const metric = /\b(?<name>(?:freeor|nodejs|process)_\w+)(?:\{(?<matchers>[^}]*)\})?/g
const matcher = /(?<label>\w+)\s*=\s*"(?<value>[^"]*)"/g

/** What an expression names that the scrape has not. */
function unknownIn(expr: string): string[] {
  const unknown: string[] = []
  const used = [...expr.matchAll(metric)]
  if (used.length === 0) unknown.push('names no metric')
  const labels = new Set<string>(added)
  for (const { groups = {} } of used) {
    const own = now.samples.filter(({ name }) => name === groups.name)
    if (own.length === 0) unknown.push(`${groups.name}`)
    for (const one of own) for (const label of Object.keys(one.labels)) labels.add(label)
    for (const { groups: asked = {} } of (groups.matchers ?? '').matchAll(matcher))
      if (!own.some((one) => one.labels[asked.label ?? ''] !== undefined))
        unknown.push(`${groups.name}{${asked.label}}`)
  }
  for (const [, names = ''] of expr.matchAll(/\b(?:by|without|on) \(([^)]*)\)/g))
    for (const name of names.split(',').map((one) => one.trim()))
      if (!labels.has(name)) unknown.push(`by ${name}`)
  return unknown
}

describe('every expression', () => {
  test.each(expressions)('of $where names metrics and labels of a real scrape', ({ expr }) => {
    expect(unknownIn(expr)).toEqual([])
  })

  test('that names another metric or label is found', () => {
    expect(unknownIn('sum(freeor_http_requests)')).toEqual(['freeor_http_requests'])
    expect(unknownIn('sum by (path) (freeor_http_requests_total{code="5xx"})')).toEqual([
      'freeor_http_requests_total{code}',
      'by path',
    ])
    expect(unknownIn('up')).toEqual(['names no metric'])
  })
})

test('the values that rules ask labels for are values that labels have', () => {
  const possible: Readonly<Record<string, readonly string[]>> = {
    status: ['2xx', '3xx', '4xx', '5xx'],
    result: ['ready', 'done', 'failed', 'cancelled', 'accepted', 'refused', 'deferred', 'different'],
  }
  for (const { where, expr } of expressions)
    for (const { groups = {} } of expr.matchAll(matcher))
      expect(possible[groups.label ?? ''] ?? [], where).toContain(groups.value)
  const initial = [
    'freeor_downloads_total',
    'freeor_imports_total',
    'freeor_mail_deliveries_total',
    'freeor_search_comparisons_total',
  ]
  for (const name of initial) {
    const asked = expressions.flatMap(({ expr }) => [
      ...expr.matchAll(new RegExp(`${name}\\{result="(\\w+)"\\}`, 'g')),
    ])
    for (const [, value] of asked)
      expect(now.samples.some((one) => one.name === name && one.labels.result === value)).toBe(true)
  }
})

test('no alert has the name of another, and each says what to do', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { annotations } of rules) expect(annotations.description.length).toBeGreaterThan(20)
})

test('every metric of ours is on the board or in an alert', () => {
  const named = new Set(
    expressions.flatMap(({ expr }) => [...expr.matchAll(metric)].map(({ groups }) => groups?.name ?? '')),
  )
  const isUsed = (name: string) => [...named].some((one) => one === name || one.startsWith(`${name}_`))
  const unused = [...now.types.keys()].filter((name) => name.startsWith('freeor_') && !isUsed(name))
  expect(unused).toEqual([])
})
