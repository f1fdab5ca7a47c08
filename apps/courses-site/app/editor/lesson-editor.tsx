import { lessonProblems } from '@freeor/courses/authoring/lessons/lesson-content'
import { isSaved, isWaiting } from '@freeor/courses/authoring/lessons/saving-queue'
import type { LessonSource } from '@freeor/courses/authoring/lessons/schema'
import { Badge, Button, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { lessonPath, quizEditPath } from '../course/paths.ts'
import { editorTexts } from '../texts/editor.ts'

import { texts } from '../texts.ts'
import { CaptionsPane } from './captions-pane.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { aroundText, findWrongFields } from './find-wrong-fields.ts'
import classes from './lesson-editor.module.css'
import { LessonFields } from './lesson-fields.tsx'
import { LessonInCourse, type LessonInCourseProps } from './lesson-in-course.tsx'
import { PublishButton } from './publish-button.tsx'
import { type DraftEditing, useDraft } from './use-draft.ts'
import { VersionHistory } from './version-history.tsx'
import { WrittenText } from './written-text.tsx'

const words = editorTexts

export type LessonEditorProps = Pick<LessonInCourseProps, 'courseId' | 'courseLesson'> & {
  source: LessonSource
  userId: string
}

/** What has become of the words, in one sentence. */
function sentenceOf({ draft, outcome, isStored }: DraftEditing): string {
  if (!draft) return words.loading
  if (draft.conflict) return words.state.conflict
  if (isSaved(draft)) return words.state.saved
  if (!isStored) return words.state.notStored
  if (outcome) return words.state[outcome]
  if (draft.refusal !== null) return draft.refusal
  const isWrong = Object.keys(lessonProblems(draft.content)).length > 0
  return isWrong && draft.sending === null ? words.state.problem : words.state.saving
}

type HeadProps = Omit<LessonEditorProps, 'userId'> & { editing: DraftEditing }

function EditorHead({ source, courseId, courseLesson: { slug }, editing }: HeadProps) {
  const { draft, flush } = editing
  const navigate = useNavigate()
  // What holds up leaving, until something of the lesson is changed.
  const [held, setHeld] = useState({ said: '', content: draft?.content })
  const leave = async () => {
    const isEverySaved = await flush()
    const isTextWrong = draft !== undefined && 'transcript' in lessonProblems(draft.content)
    const wrong = findWrongFields(document, isTextWrong ? words.fields.transcript : undefined)
    const said = wrong.length > 0 ? words.held(wrong.map(({ name }) => name)) : ''
    setHeld({ said, content: draft?.content })
    wrong[0]?.box.focus()
    if (isEverySaved && wrong.length === 0) await navigate(lessonPath(courseId, slug))
  }
  return (
    <header className={classes.head}>
      <nav className={classes.ways} aria-label={words.title(source.content.title)}>
        <Link to={lessonPath(courseId, slug)}>{words.back}</Link>
        <Link to={quizEditPath(courseId, slug)}>{words.toQuiz}</Link>
      </nav>
      <div className={classes.title}>
        <Title order={1}>{words.title(draft?.content.title ?? source.content.title)}</Title>
        {source.published ? null : (
          <Badge color="orange" variant="light" size="lg">
            {texts.course.draft}
          </Badge>
        )}
      </div>
      <div className={classes.bar}>
        <Button size="md" onClick={() => void leave()}>
          {draft !== undefined && isWaiting(draft) ? words.saving : words.done}
        </Button>
        {source.published || !source.abilities.publish ? null : (
          <PublishButton lessonId={source._docId} isWaiting={draft?.conflict != null} onSave={flush} />
        )}
        <p role="status" className={classes.state}>
          {sentenceOf(editing)}
        </p>
        {held.said === '' || held.content !== draft?.content ? null : (
          <p role="alert" className={classes.refusal}>
            {held.said}
          </p>
        )}
      </div>
    </header>
  )
}

/** Edits a lesson: its text with the preview beside it, its fields, its captions and its history. */
export function LessonEditor({ source, courseId, courseLesson, userId }: LessonEditorProps) {
  const editing = useDraft(source, userId)
  const { draft, isFound, edit, resolve, learn, flush, attach, findCaret } = editing
  const [isNoticed, setNoticed] = useState(false)
  const lessonId = source._docId
  // What the page reads again, as after captions were saved, may be newer than the draft.
  const learnNewer = useEffectEvent((newer: LessonSource) => void learn(newer))
  useEffect(() => learnNewer(source), [source])
  const content = draft?.content ?? source.content
  return (
    <div className={classes.page}>
      <EditorHead source={source} courseId={courseId} courseLesson={courseLesson} editing={editing} />
      {isFound && !isNoticed ? (
        <div className={classes.notice} role="status">
          <p>{words.found}</p>
          <Button variant="default" onClick={() => setNoticed(true)}>
            OK
          </Button>
        </div>
      ) : null}
      {draft?.conflict ? (
        <ConflictPanel
          key={draft.base.version}
          {...{ draft, conflict: draft.conflict, findCaret }}
          onText={(transcript) => edit({ transcript })}
          onResolve={resolve}
        />
      ) : null}
      <div {...aroundText} hidden={draft?.conflict?.fields.includes('transcript') ?? false}>
        {draft ? (
          <WrittenText
            lessonId={lessonId}
            text={content.transcript}
            onText={(transcript) => edit({ transcript })}
            attach={attach}
          />
        ) : (
          <p>{words.loading}</p>
        )}
      </div>
      <div className={classes.panes}>
        <section aria-labelledby="about" className={classes.section}>
          <Title order={2} id="about">
            {words.about}
          </Title>
          {draft ? (
            <LessonFields
              lessonId={lessonId}
              content={content}
              problems={lessonProblems(content)}
              onEdit={edit}
            />
          ) : null}
        </section>
        <CaptionsPane lessonId={lessonId} captions={source.captions} />
        {source.abilities.publish ? <LessonInCourse {...{ lessonId, courseId, courseLesson }} /> : null}
      </div>
      <VersionHistory
        {...{ lessonId, now: content, mayRestore: source.abilities.edit, onLeave: flush, onRestored: learn }}
      />
    </div>
  )
}
