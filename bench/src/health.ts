import { openVisitor } from './server/http.ts'

const EVERY_MS = 100

/** Makes the health call ten times a second until stopped; gives the milliseconds of each answer. */
export function watchHealth(baseUrl: string): () => Promise<number[]> {
  const visitor = openVisitor(baseUrl)
  const ms: number[] = []
  const asking: Promise<void>[] = []
  const ask = async () => {
    const started = performance.now()
    await visitor.send('GET', '/api/health')
    ms.push(performance.now() - started)
  }
  const timer = setInterval(() => void asking.push(ask()), EVERY_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(asking)
    visitor.close()
    return ms
  }
}
