import { defineConfig } from 'vitest/config'

/** Two files at a time, at one server: each journey makes the people it needs. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/server.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
