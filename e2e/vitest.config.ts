import { defineConfig } from 'vitest/config'

/** Two files at a time, each worker with one browser: alone, a journey waits for the server half of its time. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/server.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // How long they wait, on a slow machine too; it is a second by itself.
    expect: { poll: { timeout: 20_000 } },
  },
})
