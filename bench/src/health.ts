import { openVisitor } from './server/http.ts'

const EVERY_MS = 100

/** Makes the health call ten times a second until stopped; gives the milliseconds of each answer, Infinity where none came. */
export function watchHealth(baseUrl: string): () => Promise<number[]> {
  const visitor = openVisitor(baseUrl)
  const ms: number[] = []
  const asking: Promise<void>[] = []
  const ask = async () => {
    const started = performance.now()
    const isAnswered = await visitor.send('GET', '/api/health').then(
      () => true,
      () => false,
    )
    ms.push(isAnswered ? performance.now() - started : Number.POSITIVE_INFINITY)
  }
  const timer = setInterval(() => void asking.push(ask()), EVERY_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(asking)
    visitor.close()
    return ms
  }
}
