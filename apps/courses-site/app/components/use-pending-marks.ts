import { startTransition, useState } from 'react'

/** What is being sent about one thing of a list. */
export type PendingMark<Marks> = { readonly id: string; readonly marks: Marks }

/** What a thing is about to be: of several marks the last one counts. */
export const marksOf = <Marks extends object>(pending: readonly PendingMark<Marks>[], id: string) =>
  Object.assign({}, ...pending.filter((one) => one.id === id).map(({ marks }) => marks)) as Partial<Marks>

/** Marks that are shown before the server has answered: each until its own `work`, sending and reading again, has ended. */
export function usePendingMarks<Marks extends object>() {
  const [pending, setPending] = useState<readonly PendingMark<Marks>[]>([])
  const during = async (id: string, marks: Marks, work: () => Promise<void>) => {
    const own = { id, marks }
    setPending((before) => [...before, own])
    try {
      await work()
    } finally {
      // Drawn after what was read again, which the router draws in a transition: else the old state would flash up.
      startTransition(() => setPending((before) => before.filter((one) => one !== own)))
    }
  }
  return { marksOf: (id: string) => marksOf(pending, id), during }
}
