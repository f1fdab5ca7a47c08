// `npm test`: installs, checks, builds, then unit, integration and browser tests. Ends with one line that counts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { build, install, nodeBinary, root, run, toolEnv } from './setup.mjs'

install()
run(nodeBinary(), ['scripts/check.mjs'])
await build()

const reports = mkdtempSync(join(tmpdir(), 'freeor-test-'))
const counts = { passed: 0, failed: 0, skipped: 0 }
/** Told once more at the end: the output of a long run is often kept in part. */
const failures = []

function describeFailures({ name: file, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  const path = relative(root, file)
  if (failed.length === 0) return status === 'failed' ? [`${path}: ${message}`] : []
  return failed.map(
    ({ fullName, failureMessages }) => `${path} > ${fullName}\n  ${failureMessages[0]?.split('\n')[0]}`,
  )
}

/** One Vitest run; its result is counted even when it fails, so that the last line tells all. */
function vitest(name, args, env = {}) {
  const report = join(reports, `${name}.json`)
  process.stdout.write(`\n${name}\n`)
  const result = spawnSync(
    nodeBinary(),
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: 'inherit', env: { ...toolEnv(), ...env } },
  )
  if (existsSync(report)) {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    failures.push(...testResults.flatMap(describeFailures))
    counts.passed += numPassedTests
    counts.failed += numFailedTests
    counts.skipped += numPendingTests
  }
  if (result.status !== 0 && counts.failed === 0) counts.failed += 1
}

vitest('Unit and integration tests', [])
vitest('Browser journeys', ['--config', 'e2e/vitest.config.ts'], {
  CHROMIUM_PATH: findChromium(),
  NODE_ENV: 'production',
})
rmSync(reports, { recursive: true, force: true })
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`)
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exit(counts.failed === 0 ? 0 : 1)
