/**
 * An account may have two searches running. The page asks for more than that while someone types (the answer,
 * the map, the next rows), so its searches take turns here instead of being refused there.
 */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

function release() {
  running--
  waiting.shift()?.()
}

/**
 * Waits for a turn and gives the function that ends it.
 * @throws the signal's reason when it was aborted meanwhile
 */
export async function takeTurn(signal: AbortSignal | undefined): Promise<() => void> {
  // On the server every request is its own person.
  if (typeof document === 'undefined') return () => undefined
  if (running >= atOnce) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      signal?.addEventListener('abort', () => {
        const at = waiting.indexOf(resolve)
        if (at !== -1) waiting.splice(at, 1)
        resolve()
      })
    })
  }
  signal?.throwIfAborted()
  running++
  return release
}
