import { ApiProblem, sentenceOf } from '@freeor/api-client/client'
import { applyMoves, type OrderMove } from '@freeor/courses/authoring/order/apply-moves'
import type { Undo } from '@freeor/ui/use-undo'
import { startTransition, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { authoringTexts } from '../texts/authoring.ts'

export type Ordering = {
  /** The ids in the order that is shown: the server's, with what was moved here on top of it. */
  readonly order: readonly string[]
  /** Why a move was not taken; what was moved is back where it was. */
  readonly failure: string
  move(move: OrderMove): void
}

export type OrderOptions = {
  readonly ids: readonly string[]
  nameOf(id: string): string
  /** @throws ApiProblem when the server refuses the move */
  send(move: OrderMove): Promise<unknown>
  readonly undo: Undo
}

const words = authoringTexts

/**
 * An order that people change by hand: shown at once, sent one move after the other, and taken back where the server
 * refuses. What others moved meanwhile comes with the page's data, below the moves that are under way.
 */
export function useOrder({ ids, nameOf, send, undo }: OrderOptions): Ordering {
  const { revalidate } = useRevalidator()
  const [pending, setPending] = useState<readonly OrderMove[]>([])
  const [failure, setFailure] = useState('')
  /** A move may name what the one before it moved, so they are sent in turn. */
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const order = applyMoves(ids, pending)
  /** Undoing comes later, to the order as it is then. */
  const shown = useRef(order)
  useEffect(() => {
    shown.current = order
  })

  const sendOne = async (move: OrderMove, before: string | null) => {
    try {
      await send(move)
      undo.propose({
        text: words.didMove(nameOf(move.id)),
        undo: () => begin({ id: move.id, after: before }),
      })
    } catch (error) {
      setFailure(error instanceof ApiProblem ? sentenceOf(error.details) || words.notMoved : words.notMoved)
    }
    await revalidate()
    // With the data that was just read, never before it: the item would jump back for a moment.
    startTransition(() => setPending((now) => now.filter((one) => one !== move)))
  }
  const begin = (move: OrderMove) => {
    const at = shown.current.indexOf(move.id)
    const before = shown.current[at - 1] ?? null
    if (at === -1 || move.id === move.after || before === move.after) return
    setFailure('')
    setPending((now) => [...now, move])
    sending.current = sending.current.then(async () => await sendOne(move, before))
  }
  return { order, failure, move: begin }
}

/** The items in the order of their ids; what the order does not name yet comes last. */
export function inOrder<T>(items: readonly T[], order: readonly string[], idOf: (item: T) => string): T[] {
  const byId = new Map(items.map((item) => [idOf(item), item]))
  return order.flatMap((id) => byId.get(id) ?? [])
}
