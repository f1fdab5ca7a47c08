import type { ProductionServer } from './server/server.ts'

export type EventStream = {
  /** Resolves at the next event of this kind. */
  next(kind: string): Promise<void>
  close(): void
}

/** The stream of events that a browser has open, whatever the number of its tabs. */
export async function openEvents(
  { coursesUrl }: ProductionServer,
  { cookie }: { readonly cookie: string },
): Promise<EventStream> {
  const stop = new AbortController()
  const response = await fetch(`${coursesUrl}/api/events`, { headers: { cookie }, signal: stop.signal })
  if (!response.ok) throw new Error(`/api/events was answered with ${response.status}`)
  const waiting = new Map<string, () => void>()
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? [])
      for (const [, kind = ''] of decoder.decode(chunk).matchAll(/^event: (\w+)$/gm)) waiting.get(kind)?.()
  }
  void read().catch(() => undefined)
  return {
    next: (kind) => new Promise((resolve) => void waiting.set(kind, resolve)),
    close: () => stop.abort(),
  }
}
