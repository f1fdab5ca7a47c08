import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Run, runSchema } from '../figures.ts'

const docs = join(import.meta.dirname, '..', '..', '..', 'docs')

/** Runs that the documents show, as `npm run bench -- ... --json FILE` wrote them. */
const figuresFolder = join(docs, 'figures')
export const plotsFolder = join(docs, 'images', 'plots')

/** @throws ZodError when a file is no run */
export function readRuns(folder = figuresFolder): Run[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => runSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}
