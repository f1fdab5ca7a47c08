import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

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
    // A worker loads each module once, not once a file: no test may leave a module changed.
    isolate: false,
    // Two more than there are cores: a test waits for its engines and for processes a third of its time.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // How long they wait, on a slow machine too; it is a second by itself.
    expect: { poll: { timeout: 20_000 } },
    dangerouslyIgnoreUnhandledErrors: false,
    restoreMocks: true,
  },
})
