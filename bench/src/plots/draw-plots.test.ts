import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPlots } from './draw-plots.ts'
import { plotsFolder, readRuns } from './read-runs.ts'

test('the plots of the documents are those of the runs in docs/figures: else npm run draw:plots', () => {
  const drawn = drawPlots(readRuns())
  expect(readdirSync(plotsFolder).sort()).toEqual(
    Object.keys(drawn)
      .map((name) => `${name}.svg`)
      .sort(),
  )
  for (const [name, svg] of Object.entries(drawn))
    expect(readFileSync(join(plotsFolder, `${name}.svg`), 'utf8')).toBe(svg)
})

test('each run, question and engine has its mark', () => {
  const search = (name: string, ms: number) => ({
    name,
    byQuestion: {
      'nationwide count': { median: ms, p95: ms },
      'count in a state': { median: 2 * ms, p95: ms },
    },
    geometricMean: ms,
    countsPerSecond: 1,
  })
  const common = { at: '2026-01-01T00:00Z', machine: 'any', load: 0 }
  const drawn = drawPlots([
    { ...common, rows: 10_000_000, search: [search('Freeor', 10), search('DuckDB', 20)] },
    { ...common, rows: 1_000_000, search: [search('Freeor', 1)] },
  ])
  expect(Object.keys(drawn)).toEqual(['search-over-leads', 'import-over-leads', 'beside-others'])
  const marks = (svg = '') => svg.match(/<path stroke="#/g)
  expect(marks(drawn['search-over-leads'])).toHaveLength(4)
  expect(drawn['search-over-leads']).toMatch(/>1<\/text>[\s\S]*>10<\/text>[\s\S]*>million leads<\/text>/)
  expect(drawn['beside-others']).toContain('>DuckDB</text>')
})
