import { Anchor, Group } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { AnswerNote } from '../frame/answer-note.tsx'
import { browserApi } from '../frame/api.ts'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { PaneHead } from '../frame/pane.tsx'
import { useKeptAnswer } from '../frame/use-kept-answer.ts'
import { useLiveReload } from '../live/use-live-reload.ts'
import { isAboutDocument } from './about-content.ts'
import { ContentFrame } from './content-frame.tsx'
import { contentTexts } from './content-texts.ts'
import { type DocumentAnswer, isDocumentThere, loadDocument, submitDocument } from './document.ts'
import { DocumentForm } from './document-form.tsx'

export const meta = titleMeta<typeof loader>((_, data) => data?.document?.name ?? contentTexts.add)

export const loader = loadDocument

export const action = submitDocument

/** The generic editor of one document. */
export default function DocumentPage({
  loaderData: { board, document, fields, isSuperAdmin },
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const words = contentTexts
  const answer = useKeptAnswer(actionData as DocumentAnswer | undefined)
  const list = `/admin/content/${board.collection}`
  // Which document was missed: saved as a new one, what is in the form has another id.
  const [missed, setMissed] = useState<string>()
  const isGone = (document !== null && missed === document.id) || answer?.isGone === true
  useLiveReload(
    (event) => document !== null && isAboutDocument(event, document),
    async () => {
      if (!document) return true
      const isThere = await isDocumentThere(browserApi(), document.id)
      if (!isThere) setMissed(document.id)
      return isThere
    },
  )
  return (
    <ContentFrame isSuperAdmin={isSuperAdmin}>
      <PaneHead
        title={document?.name ?? words.add}
        back={{ to: list, label: board.name || words.collections[board.collection] }}
      />
      <AnswerNote answer={isGone ? undefined : answer} />
      <DocumentForm
        key={document?.id ?? 'new'}
        board={board}
        document={document}
        fields={fields}
        answer={answer}
        isGone={isGone}
      />
      {document && !isGone ? (
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
