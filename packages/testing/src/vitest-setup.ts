import { afterEach, beforeEach } from 'vitest'

let unexpected: string[] = []

const report = console.error

// A test that expects an error to be reported replaces console.error itself.
console.error = (...values: unknown[]) => {
  unexpected.push(values.map(String).join(' '))
  report(...values)
}

beforeEach(() => {
  unexpected = []
})

afterEach(() => {
  const messages = unexpected
  unexpected = []
  if (messages.length > 0) throw new Error(`Unexpected console.error: ${messages.join('\n')}`)
})

process.on('unhandledRejection', (reason) => {
  unexpected.push(`Unhandled rejection: ${String(reason)}`)
})
