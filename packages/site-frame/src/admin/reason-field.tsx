import { TextInput } from '@mantine/core'
import type { AdminTexts } from './admin-texts.ts'

/** The field for the reason of an admin action. */
export function ReasonField({ texts }: { texts: AdminTexts }) {
  return (
    <TextInput
      label={texts.reason}
      description={texts.reasonHint}
      name="reason"
      autoComplete="off"
      required
      withAsterisk={false}
      minLength={3}
      maxLength={500}
    />
  )
}
