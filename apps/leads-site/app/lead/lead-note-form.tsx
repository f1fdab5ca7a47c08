import type { LeadDetails } from '@freeor/leads/lead-details/schema'
import { leadStatuses } from '@freeor/leads/query/lead-statuses'
import type { Answer } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { formatTime } from '@freeor/ui/format'
import { Alert, Button, NativeSelect, Text, Textarea } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { noteTexts as words } from '../texts/notes.ts'
import classes from './lead.module.css'

type Note = LeadDetails['note']

const statusName = ({ status }: Note) => (status ? words.statuses[status] : words.none)

/** When and by whom it was changed; nothing before it ever was. */
function LastChange({ note }: { note: Note }) {
  if (note.changedAt === null) return null
  return (
    <Text size="sm" c="dimmed">
      {words.by(note.changedBy ?? words.somebody, formatTime(note.changedAt))}
    </Text>
  )
}

type Props = { note: Note; answer: Answer | undefined; mayWrite: boolean }

/**
 * What the company says of a lead. Where a colleague has changed it meanwhile, theirs is shown and what was typed stays:
 * saving again writes over it knowingly.
 */
export function LeadNoteForm({ note, answer, mayWrite }: Props) {
  const isSaving = useNavigation().state === 'submitting'
  if (!mayWrite)
    return (
      <>
        <Text>{words.nowIs(statusName(note), note.note)}</Text>
        <LastChange note={note} />
      </>
    )
  return (
    <Form method="post" className={classes.noteForm}>
      <AnswerNote answer={answer} />
      {answer?.code === 'conflict' ? (
        <Alert color="orange" role="status">
          {words.nowIs(statusName(note), note.note)}
        </Alert>
      ) : null}
      <input type="hidden" name="revision" value={note.revision} />
      <NativeSelect
        name="status"
        label={words.status}
        defaultValue={note.status ?? ''}
        data={[
          { value: '', label: words.none },
          ...leadStatuses.map((value) => ({ value, label: words.statuses[value] })),
        ]}
      />
      <Textarea
        name="note"
        label={words.note}
        defaultValue={note.note}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={12}
      />
      <LastChange note={note} />
      <Button type="submit" name="intent" value="note" loading={isSaving}>
        {words.save}
      </Button>
    </Form>
  )
}
