import type { TypedText } from '@freeor/ui/use-typed-text'
import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { Feedback } from './feedback.tsx'

/** What both specifications accept as the form of an address. */
export const looksLikeEmail = (value: string) => value.includes('@')

type EmailBoxProps = { label: string; good: string; bad: string; email: TypedText }

/** The box for an address, `email`, with its feedback line. Says nothing before something was typed. */
export function EmailBox({ label, good, bad, email }: EmailBoxProps) {
  const feedbackId = useId()
  const isGood = looksLikeEmail(email.value)
  return (
    <div>
      <TextInput
        label={label}
        name="email"
        type="email"
        autoComplete="email"
        required
        withAsterisk={false}
        {...email}
        aria-describedby={feedbackId}
      />
      <Feedback id={feedbackId} good={isGood}>
        {email.value === '' ? null : isGood ? good : bad}
      </Feedback>
    </div>
  )
}
