import type { Answer } from '@freeor/site-frame/frame/answer'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { useChanges } from '@freeor/site-frame/frame/use-changes'
import { Button, FileInput, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { organizationTexts } from '../texts/organization.ts'
import { hasPassed } from './has-passed.ts'
import classes from './org.module.css'

const words = organizationTexts.invite

type Organizations = { organizations: readonly string[] }

/** Which organization a form is about; not asked where there is one. */
function Which({ organizations }: Organizations) {
  if (organizations.length === 1) return <input type="hidden" name="organization" value={organizations[0]} />
  return (
    <NativeSelect
      label={organizationTexts.members.organization}
      name="organization"
      data={[...organizations]}
    />
  )
}

const useBusy = (intent: string) => useNavigation().formData?.get('intent') === intent

/**
 * Invites by mail: addresses as text, or a CSV file.
 * @param answer to this form; it is emptied once the mails are sent
 */
export function MailForm({ organizations, answer }: Organizations & { answer: Answer | undefined }) {
  const busy = useBusy('mail')
  const { form, onInput } = useChanges({ emails: '' }, answer)
  const [file, setFile] = useState<File | null>(null)
  const [seen, setSeen] = useState(answer)
  if (answer !== seen) {
    setSeen(answer)
    if (answer?.ok) setFile(null)
  }
  useUnsavedWork(file !== null)
  return (
    <Form method="post" encType="multipart/form-data" ref={form} onInput={onInput}>
      <input type="hidden" name="intent" value="mail" />
      <Stack gap="md">
        <Which organizations={organizations} />
        <Textarea label={words.emails} description={words.emailsHint} name="emails" rows={5} />
        <FileInput
          label={words.file}
          placeholder={words.noFile}
          name="file"
          accept=".csv,text/csv,text/plain"
          value={file}
          onChange={setFile}
          clearable
          // The answer takes the sent file away, and with it one that was chosen since.
          disabled={busy}
        />
        <Button type="submit" w="fit-content" loading={busy}>
          {words.send}
        </Button>
      </Stack>
    </Form>
  )
}

/** Makes one link that anyone may use. */
export function LinkForm({ organizations }: Organizations) {
  const busy = useBusy('link')
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="link" />
      <Stack gap="md">
        <Text>{words.linkLead}</Text>
        <Which organizations={organizations} />
        <Button type="submit" variant="default" w="fit-content" loading={busy}>
          {words.makeLink}
        </Button>
      </Stack>
    </Form>
  )
}

export type DueFormProps = {
  course: string
  organization: string
  /** ISO 8601; empty for none. */
  dueOn: string
  /** Whether the form says which organization it is of. */
  isNamed: boolean
}

/** Until when the members of one organization are to have finished the course: each has a form with its own date. */
export function DueForm({ course, organization, dueOn, isNamed }: DueFormProps) {
  const sent = useNavigation().formData
  const busy = sent?.get('intent') === 'due' && sent.get('organization') === organization
  const [chosen, setChosen] = useState(dueOn)
  // While a year is typed it is one of the first centuries.
  const isToCheck = chosen !== dueOn && chosen >= '1000' && hasPassed(chosen, new Date())
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="due" />
      <Stack gap="md">
        <input type="hidden" name="course" value={course} />
        <input type="hidden" name="organization" value={organization} />
        <div>
          <TextInput
            label={isNamed ? words.dueOnOf(organization) : words.dueOn}
            description={words.clearDue}
            name="dueOn"
            type="date"
            defaultValue={dueOn}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <p role="status" className={classes.passed}>
            {isToCheck ? words.duePassed : null}
          </p>
        </div>
        <Button type="submit" variant="default" w="fit-content" loading={busy}>
          {words.saveDue}
        </Button>
      </Stack>
    </Form>
  )
}
