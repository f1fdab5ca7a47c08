import { TextInput } from '@mantine/core'
import type { OperatorTexts } from './operator-texts.ts'

/** Why somebody with power does something. */
export function ReasonField({ texts }: { texts: OperatorTexts }) {
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
