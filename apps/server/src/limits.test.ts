import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../../..')

/** One limiter, cache or rate: its numbers, and for some a function that makes one. */
const numbers = z.record(z.string(), z.union([z.number(), z.literal(Number.POSITIVE_INFINITY), z.function()]))
const limitsFile = z.record(z.string(), z.unknown())

/** The rows of the table that the code has now: the name and the numbers of each. */
async function listLimits(): Promise<string[]> {
  const files = globSync(['{packages,apps}/*/{src,app}/limits.ts', 'packages/accounts/src/attempt-keys.ts'], {
    cwd: root,
  })
  const rows: string[] = []
  for (const file of files) {
    const exported = limitsFile.parse(await import(join(root, file)))
    for (const [table, entries] of Object.entries(exported))
      for (const [name, one] of Object.entries(entries ?? {})) {
        const read = numbers.safeParse(one)
        if (read.success) rows.push(`| ${table} | ${name} | ${written(read.data)} |`)
      }
  }
  return rows.toSorted()
}

const written = (one: z.infer<typeof numbers>): string =>
  Object.entries(one)
    .map(([name, value]) => (typeof value === 'number' ? `${name} ${value}` : `${name}(free)`))
    .join(', ')

test('docs/limits.md has the numbers of every limiter, cache and rate as the code has them', async () => {
  const page = readFileSync(join(root, 'docs/limits.md'), 'utf8')
  const documented = page.split('\n').filter((line) => /^\| \w+(Limits|Caches|Rates) \|/.test(line))
  expect(documented.toSorted()).toEqual(await listLimits())
})

test('no limiter, cache or rate has its numbers anywhere else', () => {
  const found = globSync('{packages,apps}/*/{src,app}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/testing[/.]/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const made = text.matchAll(
        /(?:openLimiter|new Limiter|new Cache|createRateLimiter)(?:<[^>]*>)?\(([^)]*)/g,
      )
      return [...made].filter(([, given = '']) => /\d/.test(given)).map(([call]) => `${file}: ${call}`)
    })
  expect(found).toEqual([])
})
