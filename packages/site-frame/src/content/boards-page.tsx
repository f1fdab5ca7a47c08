import { Anchor, Button, Group } from '@mantine/core'
import { Form, Link } from 'react-router'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { PaneHead } from '../frame/pane.tsx'
import { useKeptAnswer } from '../frame/use-kept-answer.ts'
import { useLiveReload } from '../live/use-live-reload.ts'
import { loadBoards, submitBoards } from './boards.ts'
import { Card, Cards } from './cards.tsx'
import { ContentFrame } from './content-frame.tsx'
import { contentTexts } from './content-texts.ts'
import type { Board } from './open-content.ts'
import { SitePackage } from './site-package.tsx'

export const meta = titleMeta(() => contentTexts.title)

export const loader = loadBoards

export const action = submitBoards

function BoardCard({ board }: { board: Board }) {
  const words = contentTexts
  const name = board.name || words.collections[board.collection]
  return (
    <Card
      to={`/admin/content/${board.collection}`}
      name={name}
      themeColor={board.themeColor}
      favorite={board.favorite}
      archivedAt={board._archived}
      lines={[board.description, words.count(board.documents)]}
    >
      {board.may.manage ? (
        <Form method="post">
          <input type="hidden" name="collection" value={board.collection} />
          <Group gap="xs">
            <Button type="submit" name="intent" value="favorite" variant="default" size="xs">
              {board.favorite ? words.endFavorite : words.makeFavorite}
            </Button>
            <Button type="submit" name="intent" value="archive" variant="default" size="xs">
              {board.archived ? words.unarchive : words.archive}
            </Button>
          </Group>
        </Form>
      ) : null}
    </Card>
  )
}

/** The collections of the site that the visitor may edit. */
export default function BoardsPage({
  loaderData: { boards, isSuperAdmin, isArchive, hasArchived },
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const words = contentTexts
  const answer = useKeptAnswer(actionData)
  useLiveReload(({ event }) => event === 'content')
  return (
    <ContentFrame isSuperAdmin={isSuperAdmin}>
      <PaneHead title={words.title} lead={words.lead} />
      <AnswerNote answer={answer} />
      <Cards empty={words.noBoard}>
        {boards.map((board) => (
          <BoardCard key={board.collection} board={board} />
        ))}
      </Cards>
      {isSuperAdmin && !isArchive ? <SitePackage /> : null}
      {hasArchived || isArchive ? (
        <Anchor component={Link} to={isArchive ? '.' : '?archived=1'} w="fit-content">
          {isArchive ? words.hideArchived : words.showArchived}
        </Anchor>
      ) : null}
    </ContentFrame>
  )
}
