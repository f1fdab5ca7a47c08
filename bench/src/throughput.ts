import type { Engine } from './engines/engine.ts'
import type { Question } from './questions.ts'
import { timed } from './stopwatch.ts'

export const CLIENTS = 8
const SECONDS = 8

/** Answers a second to eight clients that each send the next request as soon as they are answered. */
export async function countsPerSecond(engine: Engine, asked: readonly Question[]): Promise<number> {
  let done = 0
  let next = 0
  const { ms } = await timed(async () => {
    const end = performance.now() + SECONDS * 1000
    const client = async () => {
      while (performance.now() < end) {
        const question = asked[next++ % asked.length]
        if (question === undefined) return
        await engine.ask(question)
        done += 1
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
  })
  return (done * 1000) / ms
}
