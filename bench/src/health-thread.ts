import { parentPort, workerData } from 'node:worker_threads'
import type { HealthTimes } from './health.ts'
import { openVisitor } from './server/http.ts'

const EVERY_MS = 100

const watched = ([name, url]: readonly [string, string]) => ({
  name,
  visitor: openVisitor(url),
  ms: [] as number[],
})

const all = Object.entries(workerData as Record<keyof HealthTimes, string>).map(watched)
const asking: Promise<void>[] = []

async function ask({ visitor, ms }: ReturnType<typeof watched>): Promise<void> {
  const started = performance.now()
  const isAnswered = await visitor.send('GET', '/api/health').then(
    () => true,
    () => false,
  )
  ms.push(isAnswered ? performance.now() - started : Number.POSITIVE_INFINITY)
}

const timer = setInterval(() => void asking.push(...all.map(ask)), EVERY_MS)

parentPort?.once('message', async () => {
  clearInterval(timer)
  await Promise.all(asking)
  for (const { visitor } of all) visitor.close()
  parentPort?.postMessage(Object.fromEntries(all.map(({ name, ms }) => [name, ms])))
})
