import type { LeadDetails } from '@freeor/leads/lead-details/schema'
import { leadStatuses } from '@freeor/leads/query/lead-statuses'
import type { Answer } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { HeldWhileActing } from '@freeor/site-frame/frame/held-while-acting'
import { useSavedForm } from '@freeor/site-frame/frame/use-saved-form'
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

/** `theirs` is what a colleague has said meanwhile: the page is not read again after a refusal. */
export type NoteAnswer = Answer & { readonly theirs?: Note }

type Props = { note: Note; answer: NoteAnswer | undefined }

/**
 * What the company says of a lead, to be changed. Where a colleague has changed it meanwhile, theirs is shown and what
 * was typed stays: saving again writes over it knowingly.
 */
function WrittenNote({ note, answer }: Props) {
  const isSaving = useNavigation().state === 'submitting'
  const saved = { status: note.status ?? '', note: note.note }
  const { form, onInput } = useSavedForm(saved, 'note', answer)
  const theirs = answer?.theirs && answer.theirs.revision > note.revision ? answer.theirs : undefined
  return (
    <Form method="post" className={classes.noteForm} ref={form} onInput={onInput}>
      <AnswerNote answer={answer} />
      {theirs ? (
        <Alert color="orange" role="status">
          {words.nowIs(statusName(theirs), theirs.note)}
        </Alert>
      ) : null}
      <input type="hidden" name="revision" value={(theirs ?? note).revision} />
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
      <LastChange note={theirs ?? note} />
      <Button type="submit" name="intent" value="note" loading={isSaving}>
        {words.save}
      </Button>
    </Form>
  )
}

/** What the company says of a lead; for viewers to read. */
export function LeadNoteForm({ mayWrite, ...props }: Props & { mayWrite: boolean }) {
  if (mayWrite)
    return (
      <HeldWhileActing>
        <WrittenNote {...props} />
      </HeldWhileActing>
    )
  const { note } = props
  return (
    <>
      <Text>{words.nowIs(statusName(note), note.note)}</Text>
      <LastChange note={note} />
    </>
  )
}
