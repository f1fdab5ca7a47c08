import { Alert } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import type { Answer } from './answer.ts'

/** What the form's action had to say; nothing for the answer to another form of the page. */
export function AnswerNote({
  answer,
  intents,
}: {
  answer: Answer | undefined
  intents?: readonly string[] | undefined
}) {
  if (!answer || (intents && !intents.includes(answer.intent))) return null
  const { ok, text, title } = answer
  if (ok)
    return (
      <Alert role="status" color="teal" icon={<IconCheck aria-hidden />}>
        {text}
      </Alert>
    )
  return (
    <Alert role="alert" color="orange" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {text}
    </Alert>
  )
}
