import { afterEach, expect, test, vi } from 'vitest'
import { startWorkerThread, type WorkerThread } from './worker-thread.ts'

type Messages = {
  double: { told: { readonly value: number }; given: number }
  count: { told: { readonly to: number }; given: string }
  measure: { told: { readonly bytes: Uint8Array }; given: number }
  wait: { told: object; given: never }
  end: { told: object; given: never }
}

const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { answerMessages } from ${JSON.stringify(new URL('worker-thread.ts', import.meta.url).href)}
    answerMessages({
      handle(message, note) {
        switch (message.do) {
          case 'double': return message.value * 2
          case 'measure': return message.bytes.length
          case 'count': {
            for (let i = 1; i <= message.to; i += 1) note(i)
            return 'counted'
          }
          case 'wait': return new Promise(() => undefined)
          case 'end': return process.exit(0)
          default: throw new Error('It knows no such thing')
        }
      },
    })`)}`,
)

const onEnd = vi.fn()
let thread: WorkerThread<Messages, number>
const start = () => {
  thread = startWorkerThread<Messages, number>(entry, {
    name: 'the test',
    onEnd,
    movedOf: (message) => (message.do === 'measure' ? [message.bytes.buffer as ArrayBuffer] : []),
  })
}
afterEach(async () => {
  await thread.stop()
  onEnd.mockReset()
})

test('each message gets its own answer, in whatever order they come, and notes come before it', async () => {
  start()
  const answers = [1, 2, 3].map(async (value) => await thread.send({ do: 'double', value }))
  expect(thread.waiting).toBe(3)
  expect(await Promise.all(answers)).toEqual([2, 4, 6])
  expect(thread.waiting).toBe(0)
  const notes: number[] = []
  const ended = thread.send({ do: 'count', to: 3 }, (note) => notes.push(note))
  expect(await ended.then((answer) => [answer, ...notes])).toEqual(['counted', 1, 2, 3])
})

test('what is moved is no longer here', async () => {
  start()
  const bytes = new Uint8Array(10)
  expect(await thread.send({ do: 'measure', bytes })).toBe(10)
  expect(bytes).toHaveLength(0)
})

test('a message that fails costs that message alone', async () => {
  start()
  const refused = thread.send({ do: 'unknown' } as never)
  await expect(refused).rejects.toThrow('It knows no such thing')
  expect(await thread.send({ do: 'double', value: 4 })).toBe(8)
  expect(onEnd).not.toHaveBeenCalled()
})

test('a thread that ends by itself is told of once; who waits and who comes later gets an error', async () => {
  start()
  const waiting = thread.send({ do: 'wait' })
  const ending = thread.send({ do: 'end' })
  await expect(Promise.any([waiting, ending])).rejects.toThrow(AggregateError)
  await expect(waiting).rejects.toThrow('The thread of the test ended')
  await expect(thread.send({ do: 'double', value: 1 })).rejects.toMatchObject({ code: 'unavailable' })
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('a thread that is stopped is not told of, and who waits gets an error', async () => {
  start()
  const waiting = thread.send({ do: 'wait' })
  const settled = expect(waiting).rejects.toThrow('was stopped')
  await thread.stop()
  await settled
  expect(onEnd).not.toHaveBeenCalled()
})
