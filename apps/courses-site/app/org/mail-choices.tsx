import { Button, Checkbox, Stack } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { texts } from '../texts.ts'

const words = texts.learning

export type Choices = { mailsReminder: boolean; mailsNewLesson: boolean; mailsCertificate: boolean }

const choices = [
  ['mailsReminder', words.reminder],
  ['mailsNewLesson', words.newLesson],
  ['mailsCertificate', words.certificate],
] as const

/** Which mails a learner gets: none unless they choose it. */
export function MailChoices({ chosen }: { chosen: Choices }) {
  const busy = useNavigation().formData?.get('intent') === 'mails'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="mails" />
      <Stack gap="md">
        {choices.map(([name, label]) => (
          <Checkbox key={name} name={name} label={label} defaultChecked={chosen[name]} size="md" />
        ))}
        <Button type="submit" variant="default" w="fit-content" loading={busy}>
          {words.save}
        </Button>
      </Stack>
    </Form>
  )
}
