import { formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { adminTexts } from '../admin/admin-texts.ts'
import { MoreLink } from '../admin/more-link.tsx'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { PaneHead } from '../frame/pane.tsx'
import { useKeptAnswer } from '../frame/use-kept-answer.ts'
import { useLiveReload } from '../live/use-live-reload.ts'
import { isAboutDocument } from './about-content.ts'
import { ContentFrame } from './content-frame.tsx'
import { contentTexts } from './content-texts.ts'
import { labelOf } from './field-label.ts'
import { loadHistory, submitHistory } from './history.ts'

export const meta = titleMeta(() => contentTexts.history)

export const loader = loadHistory

export const action = submitHistory

/** Who changed what of a document, and the way back. */
export default function HistoryPage({
  loaderData: { board, document, versions, next, isSuperAdmin },
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const words = contentTexts
  const answer = useKeptAnswer(actionData)
  useLiveReload((event) => isAboutDocument(event, document))
  const whatOf = ({ changed, restoredFrom }: (typeof versions)[number]) => {
    const fields = changed.map((name) => labelOf(name)).join(', ')
    if (restoredFrom !== null) return `${fields} (${words.restoredFrom(restoredFrom)})`
    return fields === '' ? words.first : fields
  }
  return (
    <ContentFrame isSuperAdmin={isSuperAdmin}>
      <PaneHead
        title={`${words.history}: ${document.name}`}
        back={{ to: `/admin/content/${board.collection}/${document.id}`, label: words.backToDocument }}
      />
      <AnswerNote answer={answer} />
      <Table
        label={words.history}
        columns={[words.version, words.when, words.who, words.what, words.restore]}
        empty={words.noHistory}
        rows={versions.map((one) => ({
          key: String(one.version),
          cells: [
            one.version,
            formatTime(one.created),
            one.by?.name ?? words.nobody,
            whatOf(one),
            one.version === document.version || !board.may.write ? (
              ''
            ) : (
              <ConfirmButton
                key="restore"
                label={words.restore}
                accessibleLabel={`${words.restore}: ${words.version} ${one.version}`}
                title={`${words.version} ${one.version}`}
                text={words.askRestore}
                confirm={words.restore}
                cancel={words.cancel}
                fields={{ intent: 'restore', version: String(one.version) }}
              />
            ),
          ],
        }))}
      />
      <MoreLink to={next ?? null} label={adminTexts.more} />
    </ContentFrame>
  )
}
