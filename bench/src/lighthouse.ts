import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { findChromium } from '../../scripts/find-chromium.mjs'
import type { ProductionServer } from './server/server.ts'
import type { BenchSystem } from './system.ts'
import { note, number, say, table } from './table.ts'

/** Fetched by npx when this is asked for: nothing else here needs its 60 MB. */
const lighthouse = 'lighthouse@13.5.0'
/** Of each page; the middle one is told. */
const rounds = 3

const audit = z.object({ numericValue: z.number() })

const category = z.object({ score: z.number() })

const report = z.object({
  categories: z.object({
    performance: category,
    accessibility: category,
    'best-practices': category,
    seo: category,
  }),
  audits: z.object({
    'first-contentful-paint': audit,
    'largest-contentful-paint': audit,
    'total-blocking-time': audit,
    'cumulative-layout-shift': audit,
  }),
})

type Report = z.infer<typeof report>

/** Lighthouse's marks of the public pages, on its simulated slow phone and on a desktop. */
export async function benchLighthouse(system: BenchSystem): Promise<void> {
  const server = await system.server()
  for (const device of ['phone', 'desktop'] as const) {
    const lines: string[][] = []
    for (const [name, url] of pagesOf(server)) {
      const middle = await lookAt(url, device)
      if (middle) lines.push([name, ...describe(middle)])
      else note(`Lighthouse could not look at ${name}`)
    }
    const head = [
      'performance',
      'accessibility',
      'best practices',
      'SEO',
      'first paint',
      'largest',
      'blocked',
    ]
    say(`\nLighthouse, ${device}, the middle of ${rounds}\n`)
    say(table([`page`, ...head, 'layout shift'], lines))
  }
}

function pagesOf({ leadsUrl, coursesUrl }: ProductionServer): [name: string, url: string][] {
  const ofCourses = ['/', '/reading-list', '/about', '/how-it-works', '/get-involved', '/faq', '/contact']
  const all = [
    ...['/', '/pricing', '/login'].map((path) => ['leads', leadsUrl, path] as const),
    ...[...ofCourses, '/login', '/signup', '/intro/lesson/1'].map(
      (path) => ['courses', coursesUrl, path] as const,
    ),
  ]
  return all.map(([site, url, path]) => [`${site} ${path}`, new URL(path, url).href])
}

/** The report with the middle mark for performance; undefined when every round failed. */
async function lookAt(url: string, device: 'phone' | 'desktop'): Promise<Report | undefined> {
  const reports: Report[] = []
  for (let round = 0; round < rounds; round += 1) {
    const made = await runLighthouse(url, device).catch((error: unknown) => note(String(error)))
    if (made) reports.push(made)
  }
  const sorted = reports.toSorted((a, b) => a.categories.performance.score - b.categories.performance.score)
  return sorted[Math.floor(sorted.length / 2)]
}

async function runLighthouse(url: string, device: 'phone' | 'desktop'): Promise<Report> {
  const args = [
    '--yes',
    lighthouse,
    url,
    '--quiet',
    '--output=json',
    '--chrome-flags=--headless=new --no-sandbox',
  ]
  const child = spawn('npx', device === 'desktop' ? [...args, '--preset=desktop'] : args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CHROME_PATH: findChromium() },
  })
  return report.parse(JSON.parse(await text(child.stdout)))
}

function describe({ categories, audits }: Report): string[] {
  const marks = [
    categories.performance,
    categories.accessibility,
    categories['best-practices'],
    categories.seo,
  ]
  const seconds = ({ numericValue }: { numericValue: number }) => `${number(numericValue / 1000)} s`
  return [
    ...marks.map(({ score }) => String(Math.round(score * 100))),
    seconds(audits['first-contentful-paint']),
    seconds(audits['largest-contentful-paint']),
    `${Math.round(audits['total-blocking-time'].numericValue)} ms`,
    audits['cumulative-layout-shift'].numericValue.toFixed(3),
  ]
}
