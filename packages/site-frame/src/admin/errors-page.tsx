import { formatCount, formatTime } from '@freeor/ui/format'
import { Button, Text } from '@mantine/core'
import { Form } from 'react-router'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { PaneHead } from '../frame/pane.tsx'
import { AdminFrame } from './admin-frame.tsx'
import type { AdminTexts } from './admin-texts.ts'
import { adminTexts } from './admin-texts.ts'
import classes from './errors.module.css'
import { type ErrorsData, errorStates, errorTypes, loadErrors, submitErrors } from './errors.ts'
import { Facts } from './facts.tsx'
import { FilterForm } from './filter-form.tsx'
import { MoreLink } from './more-link.tsx'
import { adminMeta } from './open-admin.ts'

type Group = ErrorsData['errors'][number]

function ErrorGroup({ texts, group }: { texts: AdminTexts; group: Group }) {
  const words = texts.errors
  const { sample } = group
  const isOpen = group.state === 'open'
  return (
    <li className={classes.group}>
      <div className={classes.head}>
        <p className={classes.message}>{group.error}</p>
        <Form method="post">
          <input type="hidden" name="id" value={group.id} />
          <Button
            type="submit"
            name="intent"
            value={isOpen ? 'resolve' : 'reopen'}
            size="xs"
            variant="default"
          >
            {isOpen ? words.resolve : words.reopen}
          </Button>
        </Form>
      </div>
      <span className={classes.note}>
        {words.types[group.type]} · {words.times(formatCount(group.count))} ·{' '}
        {words.last(formatTime(group.lastSeenAt))}
      </span>
      <details>
        <summary>{words.sample}</summary>
        <Facts
          facts={[
            [words.location, sample.location],
            [words.person, sample.email ?? words.nobody],
            [words.device, sample.device],
            [words.requestId, sample.requestId ?? texts.unknown],
            [texts.companies.site, texts.companies.sites[sample.site]],
            [words.first, formatTime(group.firstSeenAt)],
          ]}
        />
        {sample.errorInfo ? <pre className={classes.stack}>{sample.errorInfo}</pre> : null}
      </details>
    </li>
  )
}

export const meta = adminMeta('errors')

export const loader = loadErrors

export const action = submitErrors

/** What went wrong: equal errors in one group, with the latest of each. */
export default function ErrorsPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = adminTexts
  const words = texts.errors
  return (
    <AdminFrame>
      <PaneHead title={texts.pages.errors} lead={words.lead} />
      <FilterForm
        texts={texts}
        fields={[
          { name: 'q', label: words.find, type: 'search' },
          {
            name: 'type',
            label: words.type,
            options: errorTypes.map((value) => ({ value, label: words.types[value] })),
          },
          {
            name: 'state',
            label: words.state,
            options: errorStates.map((value) => ({ value, label: words.states[value] })),
          },
        ]}
      />
      <AnswerNote answer={answer} />
      {data.errors.length === 0 ? <Text c="dimmed">{words.none}</Text> : null}
      <ul className={classes.groups}>
        {data.errors.map((group) => (
          <ErrorGroup key={group.id} texts={texts} group={group} />
        ))}
      </ul>
      <MoreLink to={data.next} label={texts.more} />
    </AdminFrame>
  )
}
