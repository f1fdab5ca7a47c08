/** Tells the other tabs of this browser, and the other parts of this one, that a queue changed. */

const listeners = new Set<(attemptId: string) => void>()
let channel: BroadcastChannel | undefined

function openChannel(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel('freeor-quiz')
    channel.onmessage = ({ data }: MessageEvent<string>) => tellHere(data)
  }
  return channel
}

function tellHere(attemptId: string): void {
  for (const listener of listeners) listener(attemptId)
}

/** The queue of this attempt has changed. */
export function tellChange(attemptId: string): void {
  tellHere(attemptId)
  openChannel().postMessage(attemptId)
}

/** @returns what ends the listening */
export function onChange(listener: (attemptId: string) => void): () => void {
  openChannel()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
