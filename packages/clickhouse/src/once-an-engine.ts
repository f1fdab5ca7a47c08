import type { Olap } from './olap.ts'

/**
 * Does a preparation once a process for each engine, such as making tables; whoever asks meanwhile waits for the same
 * one. One that failed is done again by the next who asks.
 */
export function onceAnEngine(prepare: (olap: Olap) => Promise<void>): (olap: Olap) => Promise<void> {
  const prepared = new WeakMap<Olap, Promise<void>>()
  const begin = (olap: Olap): Promise<void> => {
    const doing = prepare(olap).catch((error) => {
      prepared.delete(olap)
      throw error
    })
    prepared.set(olap, doing)
    return doing
  }
  return async (olap) => await (prepared.get(olap) ?? begin(olap))
}
