import { defineConfig } from 'vitest/config'

/** One file at a time: on two cores, two browsers beside the server take longer than one after the other. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/server.ts'],
    fileParallelism: false,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
