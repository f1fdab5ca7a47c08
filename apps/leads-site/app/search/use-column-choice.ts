import type { Column, Dictionary } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { inTurn } from '@freeor/ui/in-turn'
import { useEffect, useMemo, useRef, useState } from 'react'
import { keepColumnChoice } from '../api/column-choices.ts'
import { shownColumns } from './shown-columns.ts'

/** What became of the last choice of this visit; one that could not be kept holds until the visit ends. */
export type Keeping = 'waiting' | 'kept' | 'failed'

/** The columns of the table: of the address, else as the person has kept them, else as the dictionary has them. */
export type ColumnState = {
  readonly chosen: readonly Column[]
  /** Whether they are the dictionary's own. */
  readonly isOwn: boolean
  readonly keeping: Keeping
  /** Undoes the last choice of this visit; undefined where there is none. */
  readonly undo: (() => void) | undefined
  /** Shows these columns and keeps them for the person; null: as the dictionary has them. */
  choose(columns: string[] | null): void
}

type Asked = {
  dictionary: Dictionary
  /** Of the address. */
  columns: string[] | null
  /** As the page was loaded. */
  kept: string[] | null
  onChange: (columns: string[] | null) => void
}

type Choice = { readonly dictId: string; readonly columns: string[] | null; readonly before: Before }
type Before = readonly (string[] | null)[]
type Sent = Pick<Choice, 'dictId' | 'columns'>

/** Sends choices one after the other, so that the last one is what is kept; of those that wait only the newest. */
function useKeeping(dictId: string) {
  const [keeping, setKeeping] = useState<Keeping>('kept')
  const waiting = useRef<Sent>(undefined)
  const [send] = useState(() =>
    inTurn(async () => {
      const choice = waiting.current
      if (!choice) return
      waiting.current = undefined
      const outcome = await keepColumnChoice(browserApi(), choice).then(
        () => 'kept' as const,
        () => 'failed' as const,
      )
      if (!waiting.current) setKeeping(outcome)
    }),
  )
  useEffect(() => {
    // The page is gone before the turn of this one comes.
    const leave = () => {
      if (waiting.current) keepColumnChoice(browserApi(), waiting.current).catch(() => undefined)
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])
  const keep = (columns: string[] | null) => {
    waiting.current = { dictId, columns }
    setKeeping('waiting')
    send()
  }
  return { keep, keeping }
}

export function useColumnChoice({ dictionary, columns, kept, onChange }: Asked): ColumnState {
  const { dictId } = dictionary
  const [last, setLast] = useState<Choice>()
  const { keep, keeping } = useKeeping(dictId)
  const choice = last?.dictId === dictId ? last : undefined
  const keys = columns ?? (choice ? choice.columns : kept)
  const before: Before = choice?.before ?? []
  const chosen = useMemo(() => shownColumns(dictionary, keys), [dictionary, keys])
  const set = (next: string[] | null, earlier: Before) => {
    setLast({ dictId, columns: next, before: earlier })
    onChange(next)
    keep(next)
  }
  const isOwn = useMemo(() => {
    const own = shownColumns(dictionary, null)
    return own.length === chosen.length && own.every(({ key }, i) => key === chosen[i]?.key)
  }, [dictionary, chosen])
  return {
    chosen,
    isOwn,
    keeping,
    undo: before.length === 0 ? undefined : () => set(before.at(-1) ?? null, before.slice(0, -1)),
    choose: (next) => set(next, [...before, keys].slice(-50)),
  }
}
