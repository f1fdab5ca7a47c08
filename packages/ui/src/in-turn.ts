/**
 * Runs `work` again and again, never twice at the same time: calls made while it runs become one more run after it. So
 * the newest is the last that arrives.
 */
export function inTurn(work: () => Promise<void>): () => void {
  let isRunning = false
  let isDue = false
  return function run() {
    isDue = isRunning
    if (isRunning) return
    isRunning = true
    void work().finally(() => {
      isRunning = false
      if (isDue) run()
    })
  }
}
