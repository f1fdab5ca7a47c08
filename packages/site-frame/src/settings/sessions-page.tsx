import { formatTime } from '@freeor/ui/format'
import { Badge, Button } from '@mantine/core'
import { Form } from 'react-router'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { readAgainWhereOutdated } from '../frame/read-again.ts'
import rows from '../people/people.module.css'
import { paneMeta } from './open-pane.ts'
import { loadSessions, type SessionsData, submitSessions } from './sessions.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { type SettingsTexts, settingsTexts } from './settings-texts.ts'

export const shouldRevalidate = readAgainWhereOutdated

type Session = SessionsData['sessions'][number]

function SessionRow({ texts, session }: { texts: SettingsTexts['sessions']; session: Session }) {
  const { id, device, ipAddress, createdAt, current } = session
  const note = [texts.since(formatTime(createdAt)), ...(ipAddress ? [texts.address(ipAddress)] : [])]
  return (
    <li className={rows.person}>
      <div className={rows.who}>
        <span className={rows.email}>{device}</span>
        <span className={rows.note}>{note.join(', ')}</span>
      </div>
      {current ? (
        <Badge variant="default" size="lg" className={rows.badge}>
          {texts.here}
        </Badge>
      ) : (
        <Form method="post">
          <input type="hidden" name="intent" value="one" />
          <input type="hidden" name="id" value={id} />
          <Button type="submit" variant="default" size="xs" aria-label={texts.endOf(device)}>
            {texts.end}
          </Button>
        </Form>
      )}
    </li>
  )
}

export const meta = paneMeta('sessions')

export const loader = loadSessions

export const action = submitSessions

/** Every device that is logged in, and the way to log it out. */
export default function SessionsPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = settingsTexts
  const { sessions } = data
  return (
    <SettingsFrame>
      <PaneHead title={texts.panes.sessions} lead={texts.sessions.lead} />
      <Pane wide>
        <AnswerNote answer={answer} />
        <ul className={rows.people}>
          {sessions.map((session) => (
            <SessionRow key={session.id} texts={texts.sessions} session={session} />
          ))}
        </ul>
        {sessions.length > 1 ? (
          <Form method="post">
            <Button type="submit" name="intent" value="others" variant="default">
              {texts.sessions.endOthers}
            </Button>
          </Form>
        ) : null}
      </Pane>
    </SettingsFrame>
  )
}
