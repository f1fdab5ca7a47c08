import type { QueryError } from '@freeor/leads/query/query-error'
import type { Dictionary } from '@freeor/leads/schema'
import { Button, Combobox, TextInput, useCombobox } from '@mantine/core'
import { type FormEvent, useId, useMemo, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import classes from './panels.module.css'
import barClasses from './query-bar.module.css'
import { QueryMistake } from './query-mistake.tsx'
import { readDraft } from './read-draft.ts'
import { useCompletions } from './use-completions.ts'

export type QueryBarProps = {
  dictionary: Dictionary
  /** The canonical text of the search. */
  text: string
  /** A mistake in the address's own texts. */
  mistake: QueryError | undefined
  /** Called with every text that can be read, while it is typed and when it is sent. */
  onQuery: (text: string, isTyping: boolean) => void
}

const typingPause = 250

/** The whole search as text. Counts change while the user types; a text that cannot be read shows where and why. */
export function QueryBar({ dictionary, text, mistake, onQuery }: QueryBarProps) {
  const { columns } = dictionary
  const [draft, setDraft] = useState<string | null>(null)
  const [cursor, setCursor] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const mistakeId = useId()
  const shown = draft ?? text
  const read = useMemo(() => (draft === null ? undefined : readDraft(draft, columns)), [draft, columns])
  const error = read ? read.error : mistake
  const completions = useCompletions(dictionary, draft, cursor)

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
    const { from, to } = completions
    const next = shown.slice(0, from) + value + shown.slice(to)
    type(next, from + value.length)
    const caret = from + value.length
    requestAnimationFrame(() => {
      // A user who goes on typing has moved the caret already.
      if (input.current?.value === next) input.current.setSelectionRange(caret, caret)
    })
  }
  return (
    <form
      className={barClasses.query}
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
            className={barClasses.queryInput}
            name="q"
            aria-label={texts.search.queryLabel}
            placeholder={texts.search.queryPlaceholder(
              columns.find((column) => column.kind === 'number')?.key,
            )}
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
        <Combobox.Dropdown hidden={draft === null || completions.items.length === 0}>
          <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={texts.search.completions}>
            {completions.items.map((completion) => (
              <Combobox.Option value={completion.insert} key={completion.insert}>
                <span className={classes.option}>
                  <code>{completion.label}</code>
                  <span className={classes.note}>{completion.detail}</span>
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
