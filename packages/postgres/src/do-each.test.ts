import { describe, expect, test } from 'vitest'
import { doEach, throwFailures } from './do-each.ts'

const awayError = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })

async function run(failing: Record<string, Error>) {
  const done: string[] = []
  const failures = await doEach(
    ['a', 'b', 'c'],
    (name) => name,
    async (name) => {
      if (failing[name]) throw failing[name]
      done.push(name)
    },
  )
  return { done, failures }
}

describe('work on many rows', () => {
  test('goes on after one that fails, and names it at the end', async () => {
    const { done, failures } = await run({ b: new Error('no plan\nparams: ada@example.com') })
    expect(done).toEqual(['a', 'c'])
    expect(() => throwFailures(failures)).toThrow('1 could not be done, the others were: b: no plan')
    expect(() => throwFailures(failures)).not.toThrow('ada@example.com')
  })

  test('throws nothing when nothing failed', async () => {
    const { failures } = await run({})
    expect(() => throwFailures(failures)).not.toThrow()
  })

  test('stops while PostgreSQL is away', async () => {
    await expect(run({ a: awayError })).rejects.toBe(awayError)
  })
})
