/** Something that happened, for whoever wants to know. Listeners are called in turn, at once, and must not throw. */
export type Signal<Value> = {
  send(value: Value): void
  /** @returns what ends it */
  listen(listener: (value: Value) => void): () => void
}

export function openSignal<Value>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    send(value) {
      for (const listener of listeners) listener(value)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
