import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { ContentFrame } from './content-frame.tsx'
import { contentTexts } from './content-texts.ts'
import { type Conflict, type DocumentAnswer, loadDocument, submitDocument } from './document.ts'
import classes from './document-form.module.css'
import { DocumentForm, labelOf } from './document-form.tsx'

export const meta = titleMeta<typeof loader>((_, data) => data?.document?.name ?? contentTexts.add)

export const loader = loadDocument

export const action = submitDocument

/** What the other editor wrote, where both changed the same. */
function Theirs({ conflict }: { conflict: Conflict }) {
  const words = contentTexts
  return (
    <Stack gap="md">
      {conflict.fields.map(({ name, text }) => (
        <section key={name} aria-label={words.theirs(labelOf(words, name))}>
          <Text fw={600}>{words.theirs(labelOf(words, name))}</Text>
          <pre className={classes.theirs}>{text}</pre>
        </section>
      ))}
    </Stack>
  )
}

/** The generic editor of one document. */
export default function DocumentPage({
  loaderData: { board, document, fields, isSuperAdmin },
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const words = contentTexts
  const answer = actionData as DocumentAnswer | undefined
  const list = `/admin/content/${board.collection}`
  return (
    <ContentFrame isSuperAdmin={isSuperAdmin}>
      <PaneHead
        title={document?.name ?? words.add}
        back={{ to: list, label: board.name || words.collections[board.collection] }}
      />
      <AnswerNote answer={answer} />
      {answer?.conflict ? (
        <Pane title={words.conflict}>
          <Theirs conflict={answer.conflict} />
        </Pane>
      ) : null}
      <Pane>
        <DocumentForm board={board} document={document} fields={fields} answer={answer} />
      </Pane>
      {document ? (
        <Group gap="md">
          <Anchor component={Link} to={`${list}/${document.id}/history`}>
            {words.history}
          </Anchor>
          {board.may.delete ? (
            <ConfirmButton
              label={words.remove}
              title={words.remove}
              text={words.askRemove}
              confirm={words.remove}
              cancel={words.cancel}
              fields={{ intent: 'delete' }}
            />
          ) : null}
        </Group>
      ) : null}
    </ContentFrame>
  )
}
