import { useTypedText } from '@freeor/ui/use-typed-text'
import { PasswordInput } from '@mantine/core'
import { useId } from 'react'
import { Feedback } from './feedback.tsx'

export type NewPasswordTexts = {
  password: string
  hint?: string
  confirm: string
  match: string
  differ: string
}

/** A new password twice, and whether the second is there and equal. */
export function useNewPassword() {
  const password = useTypedText()
  const confirm = useTypedText()
  return { password, confirm, isEqual: confirm.value !== '' && confirm.value === password.value }
}

type NewPasswordBoxesProps = { texts: NewPasswordTexts; typed: ReturnType<typeof useNewPassword> }

/** The boxes for a new password, `password` and `confirm`, with the line that says whether they match. */
export function NewPasswordBoxes({ texts, typed: { password, confirm, isEqual } }: NewPasswordBoxesProps) {
  const feedbackId = useId()
  return (
    <>
      <PasswordInput
        label={texts.password}
        description={texts.hint}
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...password}
      />
      <div>
        <PasswordInput
          label={texts.confirm}
          name="confirm"
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...confirm}
          aria-describedby={feedbackId}
        />
        <Feedback id={feedbackId} good={isEqual}>
          {confirm.value === '' ? null : isEqual ? texts.match : texts.differ}
        </Feedback>
      </div>
    </>
  )
}
