import { unwrap } from '@freeor/api-client/client'
import { countedLessons, isComplete, nextLesson } from '@freeor/courses/catalog/next-lesson'
import { useKeptAnswer } from '@freeor/site-frame/frame/use-kept-answer'
import { useLiveReload } from '@freeor/site-frame/live/use-live-reload'
import { Alert, Button, Title } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { forCourse, openCoursePage } from '../access/open-page.ts'
import { CourseAuthoring } from '../authoring/course-authoring.tsx'
import { loadAuthoring } from '../authoring/load-outline.ts'
import { submitLessons } from '../authoring/submit-lessons.ts'
import { CertificateButton } from '../certificates/certificate-button.tsx'
import longLabel from '../components/long-label.module.css'
import { CourseProgress } from '../course/course-progress.tsx'
import { LessonList } from '../course/lesson-list.tsx'
import { lessonPath } from '../course/paths.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/course'
import classes from './course.module.css'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.titleOf(loaderData?.course.name ?? texts.courses.title) },
]

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { api, me } = await openCoursePage({ context, url })
  const path = { params: { path: { courseId: params.courseId } } }
  // First, as it says to a visitor what there is.
  const course = await forCourse(context, api.GET('/api/courses/{courseId}', path).then(unwrap))
  const [{ lessons }, certificate] = await forCourse(
    context,
    Promise.all([
      api.GET('/api/courses/{courseId}/lessons', path).then(unwrap),
      // An archived course, which only its authors see, issues none.
      course.archived ? null : api.GET('/api/courses/{courseId}/certificate', path).then(unwrap),
    ]),
  )
  return { course, lessons, certificate, authoring: await loadAuthoring(api, me, course._docId) }
}

export const action = async (args: Route.ActionArgs) => await submitLessons(args)

type Loaded = Route.ComponentProps['loaderData']

/** Where to go on; once everything is complete, back to the first lesson. */
function GoOn({ course, lessons: listed }: Loaded) {
  const lessons = countedLessons(listed)
  const next = nextLesson(lessons)
  const [first] = lessons
  const lesson = next ?? first
  if (!lesson) return null
  const isBegun = lessons.some(({ state }) => state?.lastSeen)
  const words = next
    ? isBegun
      ? texts.course.goOn(next.data.title)
      : texts.course.begin
    : texts.course.again
  return (
    <Button
      component={Link}
      to={lessonPath(course._docId, lesson.data.slug)}
      size="lg"
      variant={next ? 'filled' : 'default'}
      classNames={longLabel}
    >
      {words}
    </Button>
  )
}

export default function Course({ loaderData, actionData }: Route.ComponentProps) {
  const { course, lessons, certificate, authoring } = loaderData
  const answer = useKeptAnswer(actionData)
  useLiveReload(({ event, ids }) => event === 'course' && ids.includes(course._docId))
  const [search] = useSearchParams()
  const counted = countedLessons(lessons)
  const done = counted.filter(isComplete).length
  // To its author a course without a published lesson is nothing to take yet.
  const isOpen = counted.length > 0
  return (
    <div className={classes.page}>
      <header className={classes.opening}>
        <Title order={1}>{course.name}</Title>
        {course.description ? <p className={classes.lead}>{course.description}</p> : null}
        {isOpen ? <CourseProgress done={done} all={counted.length} /> : null}
        {isOpen && done === counted.length ? (
          <p className={classes.complete}>{texts.course.complete}</p>
        ) : null}
        {search.has('incomplete') && done < counted.length ? (
          <Alert role="status">{texts.course.certificate.incomplete}</Alert>
        ) : null}
        <div className={classes.actions}>
          {certificate ? (
            <CertificateButton
              courseId={course._docId}
              isComplete={certificate.isComplete}
              serial={certificate.serial}
              canRenew={certificate.canRenew}
            />
          ) : null}
          {isOpen ? <GoOn {...loaderData} /> : null}
          <Link to={`/progress?course=${course._docId}`} className={classes.own}>
            {texts.learnerPages.progress}
          </Link>
        </div>
      </header>
      {authoring ? (
        <CourseAuthoring {...authoring} said={answer} />
      ) : (
        <section aria-labelledby="lessons">
          <Title order={2} id="lessons" size="h3">
            {texts.course.lessons}
          </Title>
          {lessons.length === 0 ? <p>{texts.course.empty}</p> : null}
          <div className={classes.list}>
            <LessonList courseId={course._docId} lessons={lessons} serial={certificate?.serial ?? null} />
          </div>
        </section>
      )}
    </div>
  )
}
