// What a run of `npm test` prints at its end. Reads Vitest's JSON report (`numPassedTests`, `testResults`, ...).
import { posix, relative } from 'node:path'

/** Each failed test with the first line of its error; a file that failed as a whole with its own. */
export function describeFailures(root, { name: file, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  const path = relative(root, file)
  if (failed.length === 0) return status === 'failed' ? [`${path}: ${message}`] : []
  return failed.map(
    ({ fullName, failureMessages }) => `${path} > ${fullName}\n  ${failureMessages[0]?.split('\n')[0]}`,
  )
}

/** The folder that a test file is counted under: `packages/leads`, `apps/server/src/faults`, `e2e`. */
function areaOf(path) {
  const parts = path.split('/')
  if (parts[0] === 'packages') return parts.slice(0, 2).join('/')
  if (path.startsWith('apps/server/')) return parts.slice(0, parts.length > 4 ? 4 : 3).join('/')
  return parts.slice(0, parts[0] === 'apps' ? 2 : 1).join('/')
}

const table = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const print = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
  return rows.map((row) => print(row).join('  ').trimEnd()).join('\n')
}

const inSeconds = (ms) => (ms / 1000).toFixed(0)

/**
 * Where the time went: each step in its order, then the test files' own time by folder and the ten slowest files. Files
 * run at the same time, so their times add up to more than the step's.
 * @param steps `{ name, ms }` of each step
 * @param results Vitest's `testResults` of all runs
 */
export function describeTimes(root, steps, results) {
  const files = results.map(({ name, startTime, endTime, assertionResults }) => ({
    path: relative(root, name),
    ms: endTime - startTime,
    tests: assertionResults.length,
  }))
  const areas = new Map()
  for (const { path, ms, tests } of files) {
    const area = areas.get(areaOf(path)) ?? { files: 0, tests: 0, ms: 0 }
    areas.set(areaOf(path), { files: area.files + 1, tests: area.tests + tests, ms: area.ms + ms })
  }
  const byTime = [...areas].sort(([, a], [, b]) => b.ms - a.ms)
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  return [
    table([['step', 's'], ...steps.map(({ name, ms }) => [name, inSeconds(ms)])]),
    table([
      ['folder', 'files', 'tests', 's'],
      ...byTime.map(([area, sum]) => [area, `${sum.files}`, `${sum.tests}`, inSeconds(sum.ms)]),
    ]),
    table([['slowest files', 's'], ...slowest.map(({ path, ms }) => [path, inSeconds(ms)])]),
  ].join('\n\n')
}

/** Folders of the server whose files nearly every test of the server reaches. */
const reachedByAll = new Set(['apps/server/src', 'apps/server/src/api', 'apps/server/src/testing'])

/**
 * What a quick run takes in for a changed file: its workspace; in the server, its folder, or for a file that nearly every
 * test reaches only the test beside it. @returns undefined for a file that only the whole run takes in
 */
function partOf(path) {
  const [area, folder, ...rest] = path.split('/')
  if (area === 'scripts') return area
  if ((area !== 'packages' && area !== 'apps') || rest.length === 0) return undefined
  if (!path.startsWith('apps/server/src/')) return `${area}/${folder}/`
  const above = posix.dirname(path)
  return reachedByAll.has(above) ? path.replace(/(?:\.test)?\.tsx?$/, '.') : `${above}/`
}

/**
 * A quick run: the tests that reach a changed file, of the parts that were changed.
 * @param paths changed files, relative to the root
 * @returns the arguments for Vitest, and whether tests open pages, which need the build; undefined when there is nothing
 *   to run
 */
export function quickRunOf(paths, since) {
  const parts = new Set(paths.map(partOf).filter((part) => part !== undefined))
  if (parts.size === 0) return undefined
  return {
    args: ['--changed', since, '--passWithNoTests', ...parts],
    needsBuild: [...parts].some((part) => part.startsWith('apps/server/')),
  }
}
