import { unwrap } from '@freeor/api-client/client'
import { differingFields } from '@freeor/courses/authoring/lessons/lesson-content'
import type {
  LessonContent,
  LessonField,
  ListedVersion,
  SavedLesson,
  VersionAnswer,
} from '@freeor/courses/authoring/lessons/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { editorTexts } from '../texts/editor.ts'
import { TextComparison } from './text-comparison.tsx'
import classes from './version-history.module.css'

const words = editorTexts.history

const clock = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

const namesOf = (fields: readonly string[]) =>
  fields.map((field) => editorTexts.fields[field as LessonField].toLowerCase()).join(', ')

function whatOf({ by, changed, restoredFrom }: ListedVersion): string {
  if (!by) return words.before
  const what = restoredFrom === null ? namesOf(changed) : words.restoredFrom(restoredFrom)
  return `${words.by(by.name)}: ${what}`
}

export type VersionHistoryProps = {
  lessonId: string
  now: LessonContent
  mayRestore: boolean
  /** Saves what is not saved yet: it becomes a version too. */
  onLeave(): Promise<unknown>
  onRestored(saved: SavedLesson): Promise<void>
}

/** The versions of a lesson: who saved each and when, how it differs from now, and the way back to it. */
export function VersionHistory({ lessonId, now, mayRestore, onLeave, onRestored }: VersionHistoryProps) {
  const [versions, setVersions] = useState<readonly ListedVersion[]>()
  const [hasMore, setHasMore] = useState(false)
  const [chosen, setChosen] = useState<VersionAnswer>()
  const [news, setNews] = useState('')
  const api = browserApi()

  const attempt = async (work: () => Promise<void>) => {
    setNews('')
    await work().catch(() => setNews(words.failed))
  }
  const read = async (before?: number) => {
    const query = before === undefined ? {} : { before }
    const asked = api.GET('/api/lessons/{lessonId}/versions', { params: { path: { lessonId }, query } })
    const page = unwrap(await asked)
    setVersions((known = []) => [...(before === undefined ? [] : known), ...page.versions])
    setHasMore(page.hasMore)
  }
  const path = (version: number) => ({ params: { path: { lessonId, version } } })
  const open = async (version: number) =>
    setChosen(unwrap(await api.GET('/api/lessons/{lessonId}/versions/{version}', path(version))))
  const restore = async (version: number) => {
    await onLeave()
    const call = '/api/lessons/{lessonId}/versions/{version}/restore'
    await onRestored(unwrap(await api.POST(call, path(version))))
    setChosen(undefined)
    await read()
    setNews(words.restored(version))
  }

  const show = async () =>
    await attempt(async () => {
      await onLeave()
      await read()
    })
  return (
    <section aria-labelledby="history" className={classes.history}>
      <Title order={2} id="history">
        {words.heading}
      </Title>
      <p role="status" className={classes.news}>
        {news}
      </p>
      {versions ? (
        <>
          <ol className={classes.versions} aria-label={words.versions}>
            {versions.map((one) => (
              <li key={one.version}>
                <button
                  type="button"
                  aria-pressed={chosen?.version === one.version}
                  onClick={() => void attempt(async () => await open(one.version))}
                >
                  <strong>{words.version(one.version)}</strong>
                  <span>{clock.format(new Date(one.created))}</span>
                  <span className={classes.what}>{whatOf(one)}</span>
                </button>
              </li>
            ))}
          </ol>
          {hasMore ? (
            <Button variant="default" onClick={() => void attempt(() => read(versions.at(-1)?.version))}>
              {words.more}
            </Button>
          ) : null}
        </>
      ) : (
        <Button variant="default" size="md" onClick={() => void show()}>
          {words.show}
        </Button>
      )}
      {chosen ? (
        <ChosenVersion
          chosen={chosen}
          now={now}
          onRestore={mayRestore ? () => void attempt(() => restore(chosen.version)) : undefined}
        />
      ) : null}
    </section>
  )
}

type ChosenProps = { chosen: VersionAnswer; now: LessonContent; onRestore: (() => void) | undefined }

function ChosenVersion({ chosen, now, onRestore }: ChosenProps) {
  const { version, content } = chosen
  const fields = differingFields(content, now)
  const others = fields.filter((field) => field !== 'transcript')
  return (
    <div className={classes.chosen}>
      <Title order={3}>{words.compare(version)}</Title>
      {fields.includes('transcript') ? (
        <TextComparison
          key={`${version} ${now.transcript.length}`}
          old={{ text: content.transcript, label: words.atVersion(version) }}
          now={{ text: now.transcript, label: words.now }}
        />
      ) : (
        <p>{words.sameText}</p>
      )}
      {others.length > 0 ? <p>{words.otherFields(namesOf(others))}</p> : null}
      {onRestore && fields.length > 0 ? <Button onClick={onRestore}>{words.restore(version)}</Button> : null}
    </div>
  )
}
