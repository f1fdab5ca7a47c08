import { TextInput } from '@mantine/core'
import type { AdminTexts } from './admin-texts.ts'

/** Why somebody with power does something. */
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
