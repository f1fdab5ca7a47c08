import { expect, vi } from 'vitest'
import type { TestSystem } from './test-system.ts'

export type Sample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** What a scrape says: the samples, and the type of each metric. */
export type Scrape = { readonly samples: readonly Sample[]; readonly types: ReadonlyMap<string, string> }

const sampleLine = /^(?<name>[a-z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/i
const typeLine = /^# TYPE (?<name>\S+) (?<type>\w+)$/
const label = /(\w+)="((?:[^"\\]|\\.)*)",?/g

/** Reads Prometheus' text form. @throws for a line that is none of it, and for a metric that is there twice */
export function readScrape(text: string): Scrape {
  const samples: Sample[] = []
  const types = new Map<string, string>()
  for (const line of text.split('\n').filter(Boolean)) {
    const type = typeLine.exec(line)?.groups
    if (type?.name && types.has(type.name)) throw new Error(`${type.name} is there twice`)
    if (type) types.set(type.name ?? '', type.type ?? '')
    if (line.startsWith('#')) continue
    const found = sampleLine.exec(line)?.groups
    if (!found) throw new Error(`No line of Prometheus: ${line}`)
    const labels = [...(found.labels ?? '').matchAll(label)].map(([, name, value]) => [name, value])
    samples.push({
      name: found.name ?? '',
      labels: Object.fromEntries(labels),
      value: Number(found.value?.replace('+Inf', 'Infinity')),
    })
  }
  return { samples, types }
}

/** A value of a scrape, or undefined. */
export const sampleValue = (
  { samples }: Scrape,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined =>
  samples.find(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  )?.value

export const metricsToken = 'a-token-of-more-than-16-characters'
export const metricsHeaders = { authorization: `Bearer ${metricsToken}` }

/**
 * What Prometheus reads of a system that was opened with this token.
 * @param names of what has to be there: what PostgreSQL does not say within its second is absent from one scrape
 */
export async function scrape({ app }: Pick<TestSystem, 'app'>, ...names: string[]): Promise<Scrape> {
  return await vi.waitFor(
    async () => {
      const answer = await app.request('/metrics', { headers: metricsHeaders })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
      const now = readScrape(await answer.text())
      expect([...now.types.keys()]).toEqual(expect.arrayContaining(names))
      return now
    },
    { timeout: 60_000, interval: 500 },
  )
}

/** Waits for this value; an engine is told as down when it does not answer within its second. */
export const expectSample = async (system: Pick<TestSystem, 'app'>, name: string, value: number) =>
  await expect.poll(async () => sampleValue(await scrape(system), name)).toBe(value)
