import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1)
const answer = z.object({ id: z.number(), result: z.object({ usedSize: z.number().optional() }) })

export type Heap = {
  /** Bytes that are left on the heap of the main thread after a collection of everything. */
  collected(): Promise<number>
  close(): void
}

/** Looks into a running process of Node: SIGUSR1 lets it listen at the port that it was started with. */
export async function openHeap({ pid, port }: { pid: number; port: number }): Promise<Heap> {
  process.kill(pid, 'SIGUSR1')
  const [target] = await findTargets(port)
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('The process cannot be looked into')))
  })
  const waiting = new Map<number, (used: number) => void>()
  let sent = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = answer.parse(JSON.parse(String(data)))
    waiting.get(id)?.(result.usedSize ?? 0)
    waiting.delete(id)
  })
  const call = async (method: string): Promise<number> => {
    sent += 1
    const id = sent
    const { promise, resolve } = Promise.withResolvers<number>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method }))
    return await promise
  }
  return {
    async collected() {
      await call('HeapProfiler.collectGarbage')
      return await call('Runtime.getHeapUsage')
    },
    close: () => socket.close(),
  }
}

async function findTargets(port: number): Promise<z.infer<typeof targets>> {
  for (let left = 50; ; left -= 1) {
    try {
      return targets.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json())
    } catch (error) {
      if (left === 0) throw error
      await delay(100)
    }
  }
}
