import type { SuppressionList } from '@freeor/leads/suppression/schema'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Badge, Button, Checkbox, Text, TextInput, Title } from '@mantine/core'
import { Form } from 'react-router'
import { texts } from '../texts.ts'
import classes from './suppression.module.css'

const words = texts.suppression

export type ListCardProps = {
  list: SuppressionList
  /** Whether the person may change lists. */
  canChange: boolean
  /** Whether the plan has suppression. */
  canApply: boolean
}

/** One list: what is in it, which leads it means, and what can be done with it. */
export function ListCard({ list, canChange, canApply }: ListCardProps) {
  const isApplied = list.state === 'applied'
  return (
    <li className={classes.list}>
      <div className={classes.head}>
        <Title order={3} size="h4" className={classes.name}>
          {list.name}
        </Title>
        <Badge variant={isApplied ? 'filled' : 'default'}>
          {isApplied ? words.applied : words.notApplied}
        </Badge>
      </div>
      <span className={classes.note}>{aboutOf(list).join(' · ')}</span>
      {isApplied ? <Meaning list={list} /> : <ApplyForm list={list} canApply={canChange && canApply} />}
      {canChange ? <Actions list={list} /> : null}
    </li>
  )
}

function aboutOf({ entries, unread, appliedAt, timestamp }: SuppressionList): string[] {
  return [
    ...entries.map(({ form, count }) => words.entriesOf(formatCount(count), form)),
    ...(unread > 0 ? [words.unread(formatCount(unread))] : []),
    appliedAt ? words.appliedOn(formatDate(appliedAt)) : words.addedOn(formatDate(timestamp)),
  ]
}

function Meaning({ list }: { list: SuppressionList }) {
  const applied = list.profiles.filter(({ id }) => list.appliedBy.includes(id))
  return (
    <Text size="sm">{applied.map(({ id, leads }) => words.finds(id, formatCount(leads))).join(' · ')}</Text>
  )
}

/** Profiles that find nobody are offered only where none finds anybody. */
function offered({ profiles }: SuppressionList) {
  const finding = profiles.filter(({ leads }) => leads > 0)
  return finding.length > 0 ? finding : profiles
}

function ApplyForm({ list, canApply }: { list: SuppressionList; canApply: boolean }) {
  const profiles = offered(list)
  const isEmpty = profiles.every(({ leads }) => leads === 0)
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="apply" />
      <input type="hidden" name="listId" value={list.id} />
      <fieldset className={classes.means}>
        <legend>{words.means}</legend>
        <span className={classes.note}>{isEmpty ? words.meansNobody : words.meansHint}</span>
        {profiles.map(({ id, leads, proposed }, i) => (
          <Checkbox
            key={id}
            name="profile"
            value={id}
            label={words.finds(id, formatCount(leads))}
            defaultChecked={proposed || (isEmpty && i === 0)}
            disabled={!canApply}
          />
        ))}
      </fieldset>
      {canApply ? (
        <Button type="submit" size="xs" mt="md" aria-label={words.applyLabel(list.name)}>
          {words.apply}
        </Button>
      ) : null}
    </Form>
  )
}

function Actions({ list }: { list: SuppressionList }) {
  return (
    <div className={classes.actions}>
      <Form method="post" className={classes.actions}>
        <input type="hidden" name="intent" value="rename" />
        <input type="hidden" name="listId" value={list.id} />
        <TextInput
          size="xs"
          name="name"
          aria-label={words.renameLabel(list.name)}
          defaultValue={list.name}
          maxLength={120}
          required
        />
        <Button type="submit" size="xs" variant="default">
          {words.rename}
        </Button>
      </Form>
      <Form method="post">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="listId" value={list.id} />
        <input type="hidden" name="name" value={list.name} />
        <Button type="submit" size="xs" variant="default" aria-label={words.deleteLabel(list.name)}>
          {words.delete}
        </Button>
      </Form>
    </div>
  )
}
