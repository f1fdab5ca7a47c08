import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useState } from 'react'
import classes from './panels.module.css'
import { type Load, useSuggestions } from './use-suggestions.ts'

export type Option = { value: string; label: string; note?: string }

export type SuggestInputProps = {
  label: string
  placeholder: string
  load: Load<Option>
  onPick: (value: string) => void
  /** What Enter without a suggestion does with the text; nothing when absent. */
  onText?: (text: string) => void
}

/** A text box that offers values while the user types; picking one takes it and empties the box. */
export function SuggestInput({ label, placeholder, load, onPick, onText }: SuggestInputProps) {
  const [text, setText] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const options = useSuggestions(text, load)
  const pick = (value: string) => {
    onPick(value)
    setText('')
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          aria-autocomplete="list"
          aria-label={label}
          placeholder={placeholder}
          size="xs"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() !== -1) return
            event.preventDefault()
            const [only] = options
            if (options.length === 1 && only) pick(only.value)
            else if (onText && text.trim() !== '') {
              onText(text.trim())
              setText('')
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options mah={240} style={{ overflowY: 'auto' }} aria-label={label}>
          {options.map((option) => (
            <Combobox.Option value={option.value} key={option.value}>
              <span className={classes.option}>
                <span>{option.label}</span>
                {option.note ? <span className={classes.note}>{option.note}</span> : null}
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
