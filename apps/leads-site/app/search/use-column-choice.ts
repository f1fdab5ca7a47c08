import type { Column, Dictionary } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useMemo, useRef, useState } from 'react'
import { keepColumnChoice } from '../api/column-choices.ts'
import { shownColumns } from './shown-columns.ts'

/** The columns of the table: of the address, else as the person has kept them, else as the dictionary has them. */
export type ColumnState = {
  readonly chosen: readonly Column[]
  /** Whether they are the dictionary's own. */
  readonly isOwn: boolean
  /** Whether the last choice could not be kept: it holds for this visit. */
  readonly hasFailed: boolean
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

/** Sends choices one after the other, so that the last one is what is kept. */
function useKeeping(dictId: string) {
  const sending = useRef<Promise<void>>(Promise.resolve())
  const [failed, setFailed] = useState<string>()
  const send = async (columns: string[] | null) => {
    try {
      await keepColumnChoice(browserApi(), { dictId, columns })
      setFailed(undefined)
    } catch {
      setFailed(dictId)
    }
  }
  const keep = (columns: string[] | null) => {
    sending.current = sending.current.then(() => send(columns))
  }
  return { keep, hasFailed: failed === dictId }
}

export function useColumnChoice({ dictionary, columns, kept, onChange }: Asked): ColumnState {
  const { dictId } = dictionary
  const [last, setLast] = useState<Choice>()
  const { keep, hasFailed } = useKeeping(dictId)
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
    hasFailed,
    undo: before.length === 0 ? undefined : () => set(before.at(-1) ?? null, before.slice(0, -1)),
    choose: (next) => set(next, [...before, keys].slice(-50)),
  }
}
