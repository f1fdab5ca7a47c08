import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They start servers of their own, or try every order of events. */
const LONG = /\/faults\/|\/development\.test|\/recurly\/contract\.test/

/**
 * A fresh checkout knows no times, so Vitest starts with the largest files. These are small and take long: they would
 * leave the other workers without work at the end of a run.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...bySize.filter(isLong), ...bySize.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.{ts,tsx}',
      'apps/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'bench/src/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/build/**', 'e2e/**'],
    globalSetup: ['./packages/testing/src/vitest-global-setup.ts'],
    setupFiles: ['./packages/testing/src/vitest-setup.ts', './apps/server/src/testing/forget-plans.ts'],
    pool: 'forks',
    sequence: { sequencer: LongFirst },
    // A worker loads each module once, not once a file: no test may leave a module changed.
    isolate: false,
    // Two more than there are cores: a test waits for its engines and for processes a third of its time.
    maxWorkers: availableParallelism() + 2,
    // What never ends is ended after this. It is no measure of speed: a test that takes 40 s alone takes 300 s and more
    // among four workers on a slow machine.
    testTimeout: 600_000,
    hookTimeout: 240_000,
    // How long they wait for what is to come; it is a second by itself.
    expect: { poll: { timeout: 60_000 } },
    dangerouslyIgnoreUnhandledErrors: false,
    restoreMocks: true,
  },
})
