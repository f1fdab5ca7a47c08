import { afterAll, afterEach, beforeEach, expect } from 'vitest'

// A test that asserts nothing cannot fail: that is a mistake in the test.
beforeEach(() => {
  expect.hasAssertions()
})

let unexpected: string[] = []

const report = console.error

// Runs after the file's own hooks: the next file of this worker begins with the console as it was.
afterAll(() => {
  console.error = report
})

// A test that expects an error to be reported replaces console.error itself. Unhandled rejections need nothing here:
// Vitest fails the run for them, unless somebody else listens.
console.error = (...values: unknown[]) => {
  unexpected.push(values.map(String).join(' '))
  report(...values)
}

function refuseReports(): void {
  const messages = unexpected
  unexpected = []
  if (messages.length > 0) throw new Error(`Unexpected console.error: ${messages.join('\n')}`)
}

afterEach(refuseReports)
afterAll(refuseReports)
