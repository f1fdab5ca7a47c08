// `npm test`: installs, checks, builds, then unit, integration and browser tests. Ends with one line that counts.
// `npm test -- --changed [REVISION]`: only the tests that reach a file changed since then (by default HEAD), of the
// changed workspaces or, in the server, of the changed folders, without journeys: for the minute between two edits, not
// instead of a full run.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { build, install, nodeBinary, root, run, runToEnd, toolEnv } from './setup.mjs'
import { describeFailures, describeTimes, quickRunOf } from './test-report.mjs'

const reports = mkdtempSync(join(tmpdir(), 'freeor-test-'))
const counts = { passed: 0, failed: 0, skipped: 0 }
const steps = []
const results = []
/** A run that hangs ends with the names of the files that have ended. Some machines take three times as long as others. */
const stepLimitMinutes = 75

async function step(name, work) {
  const started = performance.now()
  await work()
  steps.push({ name, ms: performance.now() - started })
}

/** One Vitest run; its result is counted even when it fails, so that the last line counts everything. */
async function vitest(name, args, env = {}) {
  const report = join(reports, `${name}.json`)
  process.stdout.write(`\n${name}\n`)
  const started = performance.now()
  const timeout = stepLimitMinutes * 60_000
  const code = await runToEnd(
    nodeBinary(),
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env: { ...toolEnv(), ...env }, timeout, stop: 'SIGINT' },
  )
  if (code === null && performance.now() - started >= timeout)
    process.stdout.write(`\n${name}: not ended after ${stepLimitMinutes} minutes\n`)
  if (existsSync(report)) {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    results.push(...testResults)
    counts.passed += numPassedTests
    counts.failed += numFailedTests
    counts.skipped += numPendingTests
  }
  if (code !== 0 && counts.failed === 0) counts.failed += 1
}

function listChanges(since) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
}

async function runChanged(since) {
  const quick = quickRunOf(listChanges(since), since)
  if (!quick) return process.stdout.write(`Nothing that a quick run tests has changed since ${since}.\n`)
  if (quick.needsBuild) await step('build', build)
  await step('tests', () => vitest('Tests of what has changed', quick.args))
}

async function runAll() {
  await step('check', () => run(nodeBinary(), ['scripts/check.mjs']))
  await step('build', build)
  // Once, before the workers come for them: each would make its own.
  await step('programs of tests', () =>
    run(nodeBinary(), ['scripts/bundle-test-programs.mjs'], { stdio: [0, 'ignore', 2] }),
  )
  await step('unit and integration tests', () => vitest('Unit and integration tests', []))
  const env = { CHROMIUM_PATH: findChromium(), NODE_ENV: 'production' }
  await step('browser journeys', () => vitest('Browser journeys', ['--config', 'e2e/vitest.config.ts'], env))
}

await install()
const [option, since = 'HEAD'] = process.argv.slice(2)
await (option === '--changed' ? runChanged(since) : runAll())
rmSync(reports, { recursive: true, force: true })
process.stdout.write(`\n${describeTimes(root, steps, results)}\n`)
// Printed again at the end: often only a part of a long run's output is kept.
const failures = results.flatMap((result) => describeFailures(root, result))
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`)
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exit(counts.failed === 0 ? 0 : 1)
