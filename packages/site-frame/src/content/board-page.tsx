import { formatTime } from '@freeor/ui/format'
import { Anchor, Button, Group, TextInput } from '@mantine/core'
import { Form, Link, useSearchParams } from 'react-router'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useKeptAnswer } from '../frame/use-kept-answer.ts'
import { useLiveReload } from '../live/use-live-reload.ts'
import { isAboutBoard } from './about-content.ts'
import { type BoardData, loadBoard, submitBoard } from './board.ts'
import { BoardForm } from './board-form.tsx'
import { Card, Cards } from './cards.tsx'
import { ContentFrame } from './content-frame.tsx'
import { contentTexts } from './content-texts.ts'

export const meta = titleMeta<typeof loader>((_, data) =>
  data ? data.board.name || contentTexts.collections[data.board.collection] : contentTexts.title,
)

export const loader = loadBoard

export const action = submitBoard

type DocumentCardProps = { document: BoardData['documents'][number]; mayWrite: boolean }

function DocumentCard({ document, mayWrite }: DocumentCardProps) {
  const words = contentTexts
  const { id, collection, version, favorite, archived } = document
  const send = (intent: string, isOn: boolean, label: string) => (
    <Form method="post">
      <input type="hidden" name="documentId" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="isOn" value={String(!isOn)} />
      <Button type="submit" name="intent" value={intent} variant="default" size="xs">
        {label}
      </Button>
    </Form>
  )
  return (
    <Card
      to={`/admin/content/${collection}/${id}`}
      name={document.name}
      themeColor={document.themeColor}
      favorite={favorite}
      archivedAt={document._archived}
      lines={[document.key ?? '', `${words.changed}: ${formatTime(document.lastUpdated)}`]}
    >
      {mayWrite ? (
        <Group gap="xs">
          {send('favorite', favorite, favorite ? words.endFavorite : words.makeFavorite)}
          {send('archive', archived, archived ? words.unarchive : words.archive)}
        </Group>
      ) : null}
    </Card>
  )
}

function Search() {
  const words = contentTexts
  const [params] = useSearchParams()
  return (
    <Form key={params.toString()} role="search">
      <Group gap="xs" align="end">
        <TextInput name="q" type="search" label={words.find} defaultValue={params.get('q') ?? ''} />
        <Button type="submit" variant="default">
          {words.search}
        </Button>
      </Group>
    </Form>
  )
}

/** A collection: its documents, and for super admins who may do what in it. */
export default function BoardPage({ loaderData: data, actionData }: PageProps<typeof loader, typeof action>) {
  const words = contentTexts
  const { board, documents, isArchive } = data
  const answer = useKeptAnswer(actionData)
  useLiveReload((event) => isAboutBoard(event, board))
  return (
    <ContentFrame isSuperAdmin={data.isSuperAdmin}>
      <PaneHead
        title={board.name || words.collections[board.collection]}
        lead={board.description || undefined}
        back={{ to: '/admin/content', label: words.back }}
      />
      <AnswerNote answer={answer} />
      <Group gap="md" align="end" justify="space-between">
        <Search />
        {board.may.write ? (
          <Button component={Link} to="new">
            {words.add}
          </Button>
        ) : null}
      </Group>
      <Cards empty={data.total === 0 ? words.none : words.noneFound}>
        {documents.map((document) => (
          <DocumentCard key={document.id} document={document} mayWrite={board.may.write} />
        ))}
      </Cards>
      {data.hasArchived || isArchive ? (
        <Anchor component={Link} to={isArchive ? '.' : '?archived=1'} w="fit-content">
          {isArchive ? words.hideArchived : words.showArchived}
        </Anchor>
      ) : null}
      {board.may.manage ? (
        <Pane title={words.board} lead={words.boardLead}>
          <BoardForm board={board} answer={answer} />
        </Pane>
      ) : null}
    </ContentFrame>
  )
}
