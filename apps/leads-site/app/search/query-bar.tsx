import { quote } from '@freeor/leads/query/print-query'
import type { QueryError } from '@freeor/leads/query/query-error'
import type { Column } from '@freeor/leads/schema'
import { formatCount } from '@freeor/ui/format'
import { Button, Combobox, TextInput, useCombobox } from '@mantine/core'
import { type FormEvent, useCallback, useId, useMemo, useRef, useState } from 'react'
import { browserApi } from '../api/client.ts'
import { suggestValues } from '../api/search.ts'
import { texts } from '../texts.ts'
import { type Completion, completeNames, placeAt } from './complete.ts'
import { QueryMistake } from './query-mistake.tsx'
import { readDraft } from './read-draft.ts'
import classes from './search.module.css'
import { type Load, useSuggestions } from './use-suggestions.ts'

export type QueryBarProps = {
  dictId: string
  columns: readonly Column[]
  /** The canonical text of the search. */
  text: string
  /** A mistake in the address's own texts. */
  mistake: QueryError | undefined
  /** Called with every text that can be read, while it is typed and when it is sent. */
  onQuery: (text: string, isTyping: boolean) => void
}

const typingPause = 250

/** The whole search as text. Counts move while one types; a text that cannot be read shows where and why. */
export function QueryBar({ dictId, columns, text, mistake, onQuery }: QueryBarProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [cursor, setCursor] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const mistakeId = useId()
  const shown = draft ?? text
  const read = useMemo(() => (draft === null ? undefined : readDraft(draft, columns)), [draft, columns])
  const error = read ? read.error : mistake
  const completions = useCompletions({ dictId, columns, text: draft ?? '', cursor })

  const type = (next: string, at: number) => {
    setDraft(next)
    setCursor(at)
    clearTimeout(timer.current)
    if (readDraft(next, columns).error === undefined)
      timer.current = setTimeout(() => onQuery(next, true), typingPause)
  }
  const send = () => {
    clearTimeout(timer.current)
    combobox.closeDropdown()
    if (draft === null || error) return
    onQuery(draft, false)
    setDraft(null)
  }
  const take = (value: string) => {
    const { from, to } = placeAt(shown, cursor, columns)
    const next = shown.slice(0, from) + value + shown.slice(to)
    type(next, from + value.length)
    requestAnimationFrame(() => input.current?.setSelectionRange(from + value.length, from + value.length))
  }
  return (
    <form
      className={classes.query}
      method="get"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
    >
      <Combobox store={combobox} onOptionSubmit={take} withinPortal>
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={input}
            role="combobox"
            aria-autocomplete="list"
            className={classes.queryInput}
            name="q"
            aria-label={texts.search.queryLabel}
            placeholder={texts.search.queryPlaceholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={shown}
            error={error !== undefined}
            aria-describedby={error ? mistakeId : undefined}
            onChange={(event) => {
              type(
                event.currentTarget.value,
                event.currentTarget.selectionStart ?? event.currentTarget.value.length,
              )
              combobox.openDropdown()
              combobox.resetSelectedOption()
            }}
            onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? 0)}
            onBlur={send}
            onKeyDown={(event) => {
              if (event.key === 'Escape') combobox.closeDropdown()
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={draft === null || completions.length === 0}>
          <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={texts.search.completions}>
            {completions.map((completion) => (
              <Combobox.Option value={completion.text} key={completion.text}>
                <span className={classes.option}>
                  <code>{completion.label}</code>
                  <span className={classes.note}>{completion.hint}</span>
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <noscript>
        <Button type="submit">{texts.search.run}</Button>
      </noscript>
      {error ? <QueryMistake id={mistakeId} text={draft} error={error} /> : null}
    </form>
  )
}

function useCompletions(at: {
  dictId: string
  columns: readonly Column[]
  text: string
  cursor: number
}): Completion[] {
  const { dictId, columns, text, cursor } = at
  const place = placeAt(text, cursor, columns)
  const key = place.column?.suggest && !place.column.contact ? place.column.key : undefined
  const load = useCallback<Load<Completion>>(
    async (q, signal) => {
      if (key === undefined) return []
      const values = await suggestValues(browserApi(), { dictId, column: key, q, signal })
      return values.map(({ value, count }) => ({
        text: /^[\w.-]+$/.test(value) ? value : quote(value),
        label: value,
        hint: formatCount(count),
      }))
    },
    [dictId, key],
  )
  const values = useSuggestions(key === undefined ? '' : place.word, load)
  return place.column ? values : completeNames(place.word, columns)
}
