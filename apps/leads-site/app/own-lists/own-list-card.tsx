import type { OwnList } from '@freeor/leads/own-lists/schema'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Form, Link } from 'react-router'
import { texts } from '../texts.ts'
import classes from './own-lists.module.css'

const words = texts.ownLists

/** How many rows a list has, and until when it is kept. */
export const aboutList = ({ rows, rejected, expiresAt }: OwnList): string =>
  [
    words.rows(formatCount(rows)),
    ...(rejected > 0 ? [words.rejected(formatCount(rejected))] : []),
    words.kept(formatDate(expiresAt)),
  ].join(' · ')

export function OwnListCard({ list }: { list: OwnList }) {
  return (
    <li className={classes.list}>
      <Title order={3} size="h4" className={classes.name}>
        {list.name}
      </Title>
      <span className={classes.note}>{aboutList(list)}</span>
      <div className={classes.actions}>
        <Button
          component={Link}
          to={`/search/lists/${list.id}`}
          size="xs"
          aria-label={words.compareLabel(list.name)}
        >
          {words.compare}
        </Button>
        <DeleteForm list={list} />
      </div>
    </li>
  )
}

/** Asks before: a deleted list cannot be brought back. */
function DeleteForm({ list }: { list: OwnList }) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <Button
        size="xs"
        variant="default"
        onClick={() => setAsking(true)}
        aria-label={words.deleteLabel(list.name)}
      >
        {words.delete}
      </Button>
    )
  return (
    <Form method="post" className={classes.actions}>
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="ownListId" value={list.id} />
      <input type="hidden" name="name" value={list.name} />
      <Text size="sm" role="status">
        {words.deleteSure}
      </Text>
      <Button type="submit" size="xs" color="red" autoFocus>
        {words.deleteYes}
      </Button>
    </Form>
  )
}
