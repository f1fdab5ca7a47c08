import { defineConfig } from 'vitest/config'

/** Three files at a time, each worker with one browser: alone, a journey waits for the server half of its time. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/server.ts'],
    maxWorkers: 3,
    isolate: false,
    // What never ends is ended after this; it is no measure of speed.
    testTimeout: 600_000,
    hookTimeout: 240_000,
    // How long they wait for what is to come; it is a second by itself.
    expect: { poll: { timeout: 60_000 } },
  },
})
