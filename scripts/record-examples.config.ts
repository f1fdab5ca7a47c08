import { defineConfig } from 'vitest/config'
import tests from '../vitest.config.ts'

/** `npm run record:examples`: asks every call of the API once and keeps what came back as the document's examples. */
export default defineConfig({
  test: { ...tests.test, include: ['apps/server/src/testing/record-examples.ts'], testTimeout: 600_000 },
})
