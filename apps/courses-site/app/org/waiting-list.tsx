import { formatCount } from '@freeor/ui/format'
import { Button, Title } from '@mantine/core'
import { Form, Link, useSearchParams } from 'react-router'
import { withCourse } from '../course/chosen-course.ts'
import { organizationTexts } from '../texts/organization.ts'
import { confirmIntent, type MembersData } from './load-members.ts'
import classes from './org.module.css'

const words = organizationTexts.waiting

/** Those who chose the organization and are not confirmed: apart from the members, each to confirm. */
export function WaitingList({ waiting }: { waiting: NonNullable<MembersData['waiting']> }) {
  const [search] = useSearchParams()
  if (waiting.total === 0) return null
  const course = search.get('course')
  const allWaiting = new URLSearchParams({ confirmed: 'false', ...(course && { course }) })
  return (
    <section className={classes.waiting} aria-labelledby="waiting">
      <Title order={2} size="h3" id="waiting">
        {words.title}
      </Title>
      <p>{words.lead}</p>
      <ul>
        {waiting.members.map(({ uid, name, email }) => (
          <li key={uid}>
            <div className={classes.person}>
              <Link to={withCourse(`/org/members/${uid}`, search)}>{name}</Link>
              <span>{email}</span>
            </div>
            <Form method="post">
              <input type="hidden" name="intent" value={confirmIntent} />
              <input type="hidden" name="uid" value={uid} />
              <input type="hidden" name="name" value={name} />
              <Button type="submit" variant="default" aria-label={words.confirmLabel(name)}>
                {words.confirm}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {waiting.total > waiting.members.length ? (
        <p>
          <Link to={`/org?${allWaiting}`}>{words.more(formatCount(waiting.total))}</Link>
        </p>
      ) : null}
    </section>
  )
}
