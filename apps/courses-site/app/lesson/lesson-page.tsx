import type { MarkdownNode } from '@freeor/content/markdown/markdown-node'
import type { CourseAnswer, ListedLesson } from '@freeor/courses/catalog/schema'
import type { NoteAnswer } from '@freeor/courses/progress/schema'
import { lazyPart } from '@freeor/ui/lazy-part'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { Badge, Button, Title } from '@mantine/core'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { MarkdownPart } from '../components/markdown-part.tsx'
import { coursePath, lessonEditPath } from '../course/paths.ts'
import { TakeQuiz } from '../quiz/take-quiz.tsx'
import { lessonTexts } from '../texts/lesson.ts'
import { texts } from '../texts.ts'
import classes from './lesson-page.module.css'
import { CourseSide, LessonLinks } from './lesson-side.tsx'
import type { ShownLesson } from './shown-lesson.ts'
import { useLessonPlayer } from './use-lesson-player.ts'
import { useNotes } from './use-notes.ts'
import { useProgress } from './use-progress.ts'
import { WatchLesson } from './watch-lesson.tsx'

const words = lessonTexts

const LearnerTools = lazyPart(async () => (await import('./learner-tools.tsx')).LearnerTools)

/** What only somebody with an account has. */
export type Learning = {
  course: CourseAnswer
  lessons: readonly ListedLesson[]
  notes: readonly NoteAnswer[]
  /** Nothing is kept while somebody else acts as the learner. */
  isKept: boolean
  /** It is a lesson of their own account. */
  mayEdit: boolean
}

type HeadProps = { lesson: ShownLesson; learning: Pick<Learning, 'course' | 'mayEdit'> | undefined }

function LessonHead({ lesson, learning }: HeadProps) {
  const { title, description, instructor, order, published, slug } = lesson.data
  const course = learning?.course
  return (
    <header className={classes.head}>
      {course ? (
        <Link to={coursePath(course._docId)} className={classes.back} data-no-print>
          {words.back(course.name)}
        </Link>
      ) : null}
      <p className={classes.number}>
        {texts.course.lessonNumber(order)}
        {published ? null : (
          <Badge component="span" color="orange" variant="light" size="lg">
            {texts.course.draft}
          </Badge>
        )}
      </p>
      <Title order={1}>{title}</Title>
      {description ? <p className={classes.lead}>{description}</p> : null}
      {instructor ? <p className={classes.by}>{words.by(instructor)}</p> : null}
      {course && learning?.mayEdit ? (
        <Link to={lessonEditPath(course._docId, slug)} className={classes.back} data-no-print>
          {words.editLesson}
        </Link>
      ) : null}
    </header>
  )
}

/** What a visitor finds in place of the quiz, the notes and the list of lessons. */
function Invitation() {
  const { pathname, search } = useLocation()
  const next = `?next=${encodeURIComponent(pathname + search)}`
  return (
    <div className={classes.invitation} data-no-print>
      <p>{words.visitorInvitation}</p>
      <div className={classes.buttons}>
        <Button component={Link} to={`/signup${next}`}>
          {texts.nav.createAccount}
        </Button>
        <Button component={Link} to={`/login${next}`} variant="default">
          {texts.nav.signIn}
        </Button>
      </div>
    </div>
  )
}

export type LessonPageProps = {
  lesson: ShownLesson
  transcript: readonly MarkdownNode[]
  learning: Learning | undefined
}

/** A lesson: its video, what is said in it, its transcript and the way to its quiz. */
export function LessonPage({ lesson, transcript, learning }: LessonPageProps) {
  const { _docId: id, durationSeconds, state } = lesson
  const video = useLessonPlayer({ position: state?.positionSeconds ?? null, duration: durationSeconds })
  const notes = useNotes(id, learning?.notes ?? [])
  useProgress(video.player, id, learning?.isKept ?? false)
  const hydrated = useHydrated()
  const ofCourse = learning && { course: learning.course, lessons: learning.lessons, currentId: id }
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <LessonHead lesson={lesson} learning={learning} />
        <WatchLesson
          lesson={lesson}
          isReadable={transcript.length > 0}
          video={video}
          notes={learning ? notes : undefined}
        />
        {learning ? <TakeQuiz lessonId={id} state={state} /> : <Invitation />}
        <section aria-labelledby="transcript" className={classes.transcript}>
          <Title order={2} id="transcript">
            {words.transcript}
          </Title>
          {transcript.length > 0 ? <MarkdownPart nodes={transcript} /> : <p>{words.noTranscript}</p>}
        </section>
        {ofCourse ? <LessonLinks {...ofCourse} /> : null}
      </div>
      {ofCourse ? (
        <aside className={classes.side} aria-label={words.others}>
          <div className={classes.tools}>
            {hydrated ? (
              <Suspense>
                <LearnerTools
                  courseId={ofCourse.course._docId}
                  notes={notes}
                  now={() => (video.player ? Math.floor(video.player.currentTime) : undefined)}
                  onSeek={video.seek}
                />
              </Suspense>
            ) : null}
          </div>
          <CourseSide {...ofCourse} />
        </aside>
      ) : null}
    </div>
  )
}
