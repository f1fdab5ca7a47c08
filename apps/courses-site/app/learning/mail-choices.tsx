import type { Answer } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { Pane } from '@freeor/site-frame/frame/pane'
import { Button, Checkbox, Stack } from '@mantine/core'
import { Form } from 'react-router'
import { learningTexts } from '../texts/learning.ts'

const words = learningTexts.mails

const names = ['mailsReminder', 'mailsNewLesson', 'mailsCertificate', 'mailsMessage'] as const

export type MailChoicesProps = {
  choices: Readonly<Record<(typeof names)[number], boolean>>
  answer: Answer | undefined
}

const labels = {
  mailsReminder: words.reminder,
  mailsNewLesson: words.newLesson,
  mailsCertificate: words.certificate,
  mailsMessage: words.message,
} as const satisfies Record<(typeof names)[number], string>

/** Which mails the learner gets; none unless they choose them. Works without script. */
export function MailChoices({ choices, answer }: MailChoicesProps) {
  return (
    <Pane title={words.title} lead={words.lead}>
      <Form method="post">
        <Stack gap="md" align="flex-start">
          <AnswerNote answer={answer} intents={['mails']} />
          <input type="hidden" name="intent" value="mails" />
          {names.map((name) => (
            <Checkbox key={name} name={name} size="md" label={labels[name]} defaultChecked={choices[name]} />
          ))}
          <Button type="submit">{words.save}</Button>
        </Stack>
      </Form>
    </Pane>
  )
}
