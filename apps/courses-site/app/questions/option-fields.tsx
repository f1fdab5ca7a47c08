import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { DraftAction, QuestionDraft } from '@freeor/courses/questions/drafts/question-draft'
import { questionLimits } from '@freeor/courses/questions/limits'
import { ActionIcon, Button, Textarea } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type Dispatch, type KeyboardEvent, useEffect, useRef } from 'react'
import { SortArea, SortHandle, SortItem } from '../order/sort-area.tsx'
import { questionTexts } from '../texts/questions.ts'
import classes from './questions.module.css'

const words = questionTexts

type Props = { id: string; draft: QuestionDraft; onAction: Dispatch<DraftAction>; onSave(): void }

/** The options of a question, lettered A to Z, each with the mark of the right one. */
export function OptionFields({ id, draft, onAction, onSave }: Props) {
  const { options, right } = draft
  const fields = useRef(new Map<string, HTMLTextAreaElement>())
  /** The option that was added or moved by the keyboard keeps the focus. */
  const wanted = useRef<{ key?: string; after?: string }>(undefined)
  useEffect(() => {
    const { key, after } = wanted.current ?? {}
    const at = options.findIndex((option) => option.key === (key ?? after))
    const one = key === undefined ? options[at + 1] : options[at]
    if (wanted.current && one) fields.current.get(one.key)?.focus()
    wanted.current = undefined
  }, [options])
  const isFull = options.length >= questionLimits.options

  const onKeyDown = (event: KeyboardEvent, key: string) => {
    // Enter then ends a word of an input method, or a line.
    if (event.nativeEvent.isComposing || event.shiftKey) return
    const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    if (event.altKey && isArrow) {
      wanted.current = { key }
      onAction({ type: 'move', key, by: event.key === 'ArrowUp' ? -1 : 1 })
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
    else if (event.key === 'Enter' && event.altKey) onAction({ type: 'right', key })
    else if (event.key === 'Enter' && !isFull) {
      wanted.current = { after: key }
      onAction({ type: 'add', after: key })
    } else if (event.key !== 'Enter') return
    event.preventDefault()
  }

  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{words.options}</legend>
      <SortArea
        order={options.map(({ key }) => key)}
        onMove={(move) => onAction({ type: 'position', ...move })}
      >
        <ol className={classes.options}>
          {options.map(({ key, text }, at) => (
            <SortItem key={key} id={key} at={at} className={classes.option}>
              <SortHandle name={words.option(letterOf(at))} />
              <label className={classes.mark}>
                <input
                  type="radio"
                  name={`${id}-right`}
                  checked={right === key}
                  onChange={() => onAction({ type: 'right', key })}
                  aria-label={words.markRight(letterOf(at))}
                />
                <span aria-hidden="true">{letterOf(at)}</span>
              </label>
              {/* A field of one line would drop the line breaks of an option that has some, as imported ones do. */}
              <Textarea
                ref={(field) => {
                  if (field) fields.current.set(key, field)
                  else fields.current.delete(key)
                }}
                size="md"
                autosize
                minRows={1}
                aria-label={words.option(letterOf(at))}
                value={text}
                onChange={({ currentTarget }) => onAction({ type: 'option', key, text: currentTarget.value })}
                onKeyDown={(event) => onKeyDown(event, key)}
              />
              <div className={classes.row}>
                <OptionButton
                  label={words.optionUp(letterOf(at))}
                  disabled={at === 0}
                  onClick={() => onAction({ type: 'move', key, by: -1 })}
                  icon={<IconArrowUp size={20} aria-hidden="true" />}
                />
                <OptionButton
                  label={words.optionDown(letterOf(at))}
                  disabled={at === options.length - 1}
                  onClick={() => onAction({ type: 'move', key, by: 1 })}
                  icon={<IconArrowDown size={20} aria-hidden="true" />}
                />
                <OptionButton
                  label={words.removeOption(letterOf(at))}
                  onClick={() => onAction({ type: 'removeOption', key })}
                  icon={<IconTrash size={20} aria-hidden="true" />}
                />
              </div>
            </SortItem>
          ))}
        </ol>
      </SortArea>
      <Button
        variant="default"
        disabled={isFull}
        onClick={() => {
          const last = options.at(-1)?.key
          wanted.current = last === undefined ? {} : { after: last }
          onAction({ type: 'add' })
        }}
      >
        {words.addOption}
      </Button>
    </fieldset>
  )
}

type ButtonProps = { label: string; disabled?: boolean; onClick(): void; icon: React.ReactNode }

const OptionButton = ({ label, disabled = false, onClick, icon }: ButtonProps) => (
  <ActionIcon
    variant="default"
    size={44}
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={onClick}
  >
    {icon}
  </ActionIcon>
)
