import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import type { Run } from '../figures.ts'

/** The drawings of `docs/plots.md`: name of the file to SVG. The same runs give the same bytes. */
export type Plots = Readonly<Record<string, string>>

const { document } = parseHTML('<!doctype html><html><body></body></html>')
const width = 720
/** Readable on white and on dark grey. Every mark also has a shape or a name of its own. */
const colors = ['#1098ad', '#e8590c', '#845ef7', '#2f9e44', '#e64980', '#868e96']

/** Opened alone, a drawing follows the reader's colour scheme; within a page it takes the colour of the text. */
const scheme = '<style>:root{color:#212529}@media(prefers-color-scheme:dark){:root{color:#dee2e6}}</style>'

const millions = (rows: number): string => `${rows / 1e6} million`

function draw(title: string, options: Plot.PlotOptions): string {
  const drawn = Plot.plot({ width, ...options, document })
  drawn.removeAttribute('class')
  for (const style of drawn.querySelectorAll('style')) style.remove()
  // The drawing is one image with one name. Names of groups within it are for nobody, and not allowed there.
  for (const group of drawn.querySelectorAll('g[aria-label]')) group.removeAttribute('aria-label')
  for (const [name, value] of Object.entries({
    xmlns: 'http://www.w3.org/2000/svg',
    role: 'img',
    'aria-label': title,
    'font-size': '13',
  }))
    drawn.setAttribute(name, value)
  return `${drawn.outerHTML.replace(/^<svg[^>]*>/, (start) => start + scheme)}\n`
}

type Point = { readonly rows: number; readonly name: string; readonly value: number }

/** How far apart the names of two lines stand, in pixels. */
const apart = 18

/** The names of lines beside their ends, pushed down where they would lie on each other. */
function endLabels(points: readonly Point[], pixelOf: (value: number) => number): Plot.Markish[] {
  const end = Math.max(...points.map(({ rows }) => rows))
  const last = points.filter(({ rows }) => rows === end).sort((a, b) => b.value - a.value)
  let above = Number.NEGATIVE_INFINITY
  return last.map((point) => {
    const pixel = pixelOf(point.value)
    above = Math.max(pixel, above + apart)
    return Plot.text([point], {
      x: 'rows',
      y: 'value',
      text: 'name',
      dx: 12,
      dy: above - pixel,
      textAnchor: 'start',
    })
  })
}

function growth(title: string, points: readonly Point[], y: Plot.ScaleOptions): string {
  const rows = [...new Set(points.map((point) => point.rows))]
  const names = [...new Set(points.map(({ name }) => name))]
  const at = { x: 'rows', y: 'value', stroke: 'name' } as const
  const lines: Plot.PlotOptions = {
    height: 420,
    marginLeft: 60,
    marginRight: 260,
    marginBottom: 50,
    // Whole words beside each number would lie on each other at 50 and 100 million.
    x: {
      type: 'log',
      label: 'million leads',
      labelAnchor: 'center',
      labelArrow: 'none',
      labelOffset: 44,
      ticks: rows,
      tickFormat: (n: number) => `${n / 1e6}`,
    },
    y: { grid: true, ...y },
    color: { domain: names, range: colors },
    symbol: { domain: names },
    marks: [
      Plot.lineY(points, { ...at, strokeWidth: 2 }),
      Plot.dot(points, { ...at, symbol: 'name', r: 5, strokeWidth: 2 }),
    ],
  }
  const scale = Plot.plot({ width, ...lines, document }).scale('y')
  return draw(title, { ...lines, marks: [lines.marks, endLabels(points, (value) => scale?.apply(value))] })
}

const grown = [
  'full interaction nationwide',
  'nationwide count',
  'full interaction within a state',
  '25-mile radius + filter, count',
  'three facets nationwide, one query',
  'count in a state',
]

function searches(runs: readonly Run[]): string {
  const points = runs.flatMap(({ rows, search: [product] = [] }) =>
    grown.flatMap((name) => {
      const value = product?.byQuestion[name]?.median
      return value === undefined ? [] : [{ rows, name, value }]
    }),
  )
  const y: Plot.ScaleOptions = { type: 'log', label: 'milliseconds of a whole call', tickFormat: '~s' }
  return growth('The time of six questions over the number of leads', points, y)
}

function imports(runs: readonly Run[]): string {
  const points = runs.flatMap(({ rows, import: one }) =>
    one
      ? [
          { rows, name: 'until they are served', value: one.rowsPerSecond / 1000 },
          {
            rows,
            name: 'until they are merged too',
            value: rows / (one.seconds + one.mergeSeconds) / 1000,
          },
        ]
      : [],
  )
  return growth('Leads that an import takes in a second, over the number of leads', points, {
    label: 'thousand leads a second',
    zero: true,
  })
}

function engines({ rows, search = [] }: Run): string {
  const points = search.flatMap(({ name, byQuestion }) =>
    Object.entries(byQuestion).map(([question, { median }]) => ({ name, question, median })),
  )
  const questions = Object.keys(search[0]?.byQuestion ?? {})
  const names = search.map(({ name }) => name)
  const at = { x: 'median', y: 'question' } as const
  const legend = names.flatMap((name, i) => {
    const left = { frameAnchor: 'top-left', dx: i * 140, dy: -28 } as const
    return [
      Plot.dot([name], { ...left, symbol: () => name, stroke: () => name, r: 6, strokeWidth: 2 }),
      Plot.text([name], { ...left, text: () => name, textAnchor: 'start', dx: left.dx + 14, dy: -35 }),
    ]
  })
  return draw(`The same questions to ${names.join(', ')}, ${millions(rows)} leads`, {
    height: 90 + 34 * questions.length,
    marginLeft: 310,
    inset: 12,
    marginBottom: 50,
    marginTop: 40,
    marginRight: 40,
    x: {
      type: 'log',
      label: 'milliseconds',
      labelOffset: 44,
      grid: true,
      tickFormat: (n: number) => n.toLocaleString('en-US'),
    },
    y: { label: null, domain: questions },
    color: { domain: names, range: colors },
    symbol: { domain: names },
    marks: [Plot.dot(points, { ...at, stroke: 'name', symbol: 'name', r: 6, strokeWidth: 2 }), legend],
  })
}

function people({ rows, people: groups = [] }: Run): string {
  const points = groups.flatMap((group) =>
    (['p50', 'p95', 'p99'] as const).map((share) => ({
      group: `${group.people} people, ${group.interactionsPerSecond.toFixed(1)} a second`,
      share,
      seconds: group[share] / 1000,
    })),
  )
  const at = { x: 'seconds', y: 'share', fy: 'group' } as const
  return draw(`What people at once wait for a search of ${millions(rows)} leads`, {
    height: 90 + 120 * groups.length,
    marginLeft: 60,
    marginRight: 220,
    marginBottom: 50,
    x: { label: 'seconds', labelOffset: 44, grid: true },
    y: { label: null },
    fy: { label: null, domain: [...new Set(points.map(({ group }) => group))] },
    marks: [
      Plot.barX(points, { ...at, fill: '#1098ad' }),
      Plot.text(points, {
        ...at,
        text: ({ seconds }: (typeof points)[number]) => `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`,
        dx: 6,
        textAnchor: 'start',
      }),
    ],
  })
}

/** @param runs of the product alone or beside others, with search, import or people in them */
export function drawPlots(runs: readonly Run[]): Plots {
  const bySize = [...runs].sort((a, b) => a.rows - b.rows)
  const compared = bySize.find(({ search = [] }) => search.length > 1)
  const crowded = bySize.find(({ people: groups = [] }) => groups.length > 0)
  return {
    'search-over-leads': searches(bySize),
    'import-over-leads': imports(bySize),
    ...(compared && { 'beside-others': engines(compared) }),
    ...(crowded && { 'people-at-once': people(crowded) }),
  }
}
