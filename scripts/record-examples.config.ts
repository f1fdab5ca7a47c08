import { defineConfig } from 'vitest/config'
import tests from '../vitest.config.ts'

/** `npm run record:examples`: makes every call of the API once and stores the answers as the document's examples. */
export default defineConfig({
  test: { ...tests.test, include: ['apps/server/src/testing/record-examples.ts'], testTimeout: 600_000 },
})
