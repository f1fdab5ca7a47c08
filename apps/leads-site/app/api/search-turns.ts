/**
 * An account may have two searches running. The page asks for more than that while someone types (the answer,
 * the map, the next rows), so its searches take turns here instead of being refused there.
 */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/** Hands the turn on, so that nobody who comes meanwhile takes it as well. */
function release() {
  const next = waiting.shift()
  if (next) next()
  else running--
}

/** True when the turn came, false when the question was dropped first. */
function turn(signal: AbortSignal | undefined): Promise<boolean> {
  if (running < atOnce) {
    running++
    return Promise.resolve(true)
  }
  return new Promise((resolve) => {
    const take = () => resolve(true)
    waiting.push(take)
    signal?.addEventListener('abort', () => {
      const at = waiting.indexOf(take)
      if (at === -1) return
      waiting.splice(at, 1)
      resolve(false)
    })
  })
}

/**
 * Waits for a turn and gives the function that ends it.
 * @throws the signal's reason when it was aborted meanwhile
 */
export async function takeTurn(signal: AbortSignal | undefined): Promise<() => void> {
  // On the server every request is its own person.
  if (typeof document === 'undefined') return () => undefined
  signal?.throwIfAborted()
  const hasTurn = await turn(signal)
  if (hasTurn && signal?.aborted) release()
  signal?.throwIfAborted()
  return release
}
