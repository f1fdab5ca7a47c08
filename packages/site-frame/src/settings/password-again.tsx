import type { TypedText } from '@freeor/ui/use-typed-text'
import { PasswordInput } from '@mantine/core'
import { CodeField } from '../frame/code-field.tsx'
import type { SettingsTexts } from './settings-texts.ts'

export type PasswordAgainProps = {
  texts: SettingsTexts
  label: string
  /** Their account asks for a code in addition to the password. */
  asksCode: boolean
  /** The text of the password box, where the form controls it. */
  typed?: TypedText
}

/** What `givePasswordAgain` reads: the visitor's own password, and their code where the account asks for one. */
export function PasswordAgain({ texts, label, asksCode, typed }: PasswordAgainProps) {
  const words = texts.password
  return (
    <>
      <PasswordInput
        label={label}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        {...typed}
      />
      {asksCode ? <CodeField label={words.code} description={words.codeHint} /> : null}
    </>
  )
}
