import type {
  AccountLesson,
  CourseOutline,
  OutlinedLesson,
} from '@freeor/courses/authoring/course-lessons/schema'
import { type Answer, expectDone } from '@freeor/site-frame/frame/answer'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useChanges } from '@freeor/site-frame/frame/use-changes'
import { UndoToast } from '@freeor/ui/undo-toast'
import { useUndo } from '@freeor/ui/use-undo'
import { Badge, Button, NativeSelect, TextInput, Title } from '@mantine/core'
import { Form, Link } from 'react-router'
import { WhenNear } from '../components/when-near.tsx'
import { lessonEditPath, lessonPath, quizEditPath } from '../course/paths.ts'
import { SortArea, SortHandle, SortItem } from '../order/sort-area.tsx'
import { inOrder, type Ordering, useOrder } from '../order/use-order.ts'
import { authoringTexts } from '../texts/authoring.ts'
import { texts } from '../texts.ts'
import classes from './authoring.module.css'
import { ChangeNote } from './change-note.tsx'
import { CoursePackage } from './course-package.tsx'
import { IntentForm, LessonTools } from './lesson-tools.tsx'
import { hasRoom, PlanNote } from './plan-note.tsx'
import { PositionForm } from './position-form.tsx'

const words = authoringTexts

/** The tools of so many lessons come with the page. */
const toolsAtOnce = 30

function factsOf({ data, openAttempts, otherCourses }: OutlinedLesson): string {
  const facts = [words.lessons.questions(data.quiz.questions)]
  if (openAttempts > 0) facts.push(words.lessons.open(openAttempts))
  if (otherCourses.length > 0) facts.push(words.lessons.also(otherCourses.map(({ name }) => name).join(', ')))
  return facts.join(' · ')
}

type RowProps = {
  lesson: OutlinedLesson
  at: number
  outline: CourseOutline
  onMove: Ordering['move']
}

function AuthorsLesson({ lesson, at, outline: { course, lessons, abilities }, onMove }: RowProps) {
  const { data } = lesson
  return (
    <SortItem id={lesson._docId} at={at} className={classes.row}>
      <div className={classes.head}>
        <SortHandle name={data.title} />
        <span className={classes.number} aria-hidden>
          {at + 1}
        </span>
        <h3 className={classes.title}>
          <Link to={lessonPath(course._docId, data.slug)}>{data.title}</Link>
        </h3>
        {data.published ? null : <Badge variant="default">{texts.course.draft}</Badge>}
        {lesson.isPreview ? <Badge variant="default">{texts.course.preview}</Badge> : null}
      </div>
      <p className={classes.facts}>{factsOf(lesson)}</p>
      <WhenNear className={classes.tools} isAtOnce={at < toolsAtOnce}>
        {abilities.edit ? (
          <>
            <Button
              component={Link}
              to={lessonEditPath(course._docId, data.slug)}
              variant="subtle"
              aria-label={words.lessons.editLabel(data.title)}
            >
              {words.lessons.edit}
            </Button>
            <Button
              component={Link}
              to={quizEditPath(course._docId, data.slug)}
              variant="subtle"
              aria-label={words.lessons.quizLabel(data.title)}
            >
              {words.lessons.quiz}
            </Button>
          </>
        ) : null}
        {abilities.manage ? <LessonTools lesson={lesson} all={lessons} onMove={onMove} /> : null}
      </WhenNear>
    </SortItem>
  )
}

function ArchivedLessons({ outline: { archivedLessons, abilities } }: { outline: CourseOutline }) {
  if (archivedLessons.length === 0) return null
  return (
    <section aria-labelledby="archived-lessons" className={classes.section}>
      <Title order={2} size="h3" id="archived-lessons">
        {words.lessons.archived}
      </Title>
      <ul className={classes.rows}>
        {archivedLessons.map(({ _docId: id, data: { title } }) => (
          <li key={id} className={classes.row}>
            <div className={classes.head}>
              <span className={classes.title}>{title}</span>
              {abilities.manage ? (
                <IntentForm intent="restore" fields={{ id, title }}>
                  <Button type="submit" variant="subtle" aria-label={`${words.unarchive}: ${title}`}>
                    {words.unarchive}
                  </Button>
                </IntentForm>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The forms that add a lesson, where the plan has room for one. What was typed goes with them, and is not asked about. */
function AddLesson(props: CourseAuthoringProps) {
  const { plan, used } = props.outline
  if (!hasRoom(plan?.lessons, used)) return <PlanNote plan={plan} kind="lessons" />
  return <AddLessonForms {...props} />
}

/** A new lesson, or one that the account has in another course. */
function AddLessonForms({ others, said }: CourseAuthoringProps) {
  const { form, onInput } = useChanges({ title: '' }, said?.intent === 'add' ? said : undefined)
  return (
    <section aria-labelledby="add-lesson" className={classes.section}>
      <Title order={2} size="h3" id="add-lesson">
        {words.lessons.addHeading}
      </Title>
      <Form method="post" className={classes.inline} ref={form} onInput={onInput} preventScrollReset>
        <input type="hidden" name="intent" value="add" />
        <TextInput
          label={words.lessons.title}
          description={words.lessons.titleHint}
          name="title"
          maxLength={200}
          autoComplete="off"
        />
        <Button type="submit">{words.lessons.add}</Button>
      </Form>
      {others.length > 0 ? (
        <Form method="post" className={classes.inline} preventScrollReset>
          <input type="hidden" name="intent" value="add-existing" />
          <NativeSelect
            label={words.lessons.existing}
            name="lessonId"
            required
            data={[
              { value: '', label: words.lessons.choose },
              ...others.map(({ _docId, data }) => ({ value: _docId, label: data.title })),
            ]}
          />
          <Button type="submit" variant="default">
            {words.lessons.addExisting}
          </Button>
        </Form>
      ) : null}
    </section>
  )
}

type CourseAuthoringProps = {
  outline: CourseOutline
  /** Lessons of the account that do not stand in the course. */
  others: readonly AccountLesson[]
  said: Answer | undefined
}

/** The lessons in the order that is shown while moves are under way. */
function OrderedLessons({ outline, ordering }: { outline: CourseOutline; ordering: Ordering }) {
  const { order, move } = ordering
  const lessons = inOrder(outline.lessons, order, ({ _docId }) => _docId)
  return (
    <SortArea order={order} onMove={move} isFixed={!outline.abilities.manage || order.length < 2}>
      <ol className={classes.rows}>
        {[...lessons.entries()].map(([at, lesson]) => (
          <AuthorsLesson
            key={lesson._docId}
            lesson={lesson}
            at={at}
            outline={{ ...outline, lessons }}
            onMove={move}
          />
        ))}
      </ol>
    </SortArea>
  )
}

/** The lessons of a course as its authors see and order them. */
export function CourseAuthoring({ outline, others, said }: CourseAuthoringProps) {
  const { course, lessons, plan, used, abilities } = outline
  const undo = useUndo()
  const ordering = useOrder({
    ids: lessons.map(({ _docId }) => _docId),
    nameOf: (id) => lessons.find(({ _docId }) => _docId === id)?.data.title ?? '',
    undo,
    async send({ id: lessonId, after }) {
      const call = { params: { path: { courseId: course._docId, lessonId } }, body: { after } }
      expectDone(await browserApi().POST('/api/courses/{courseId}/lessons/{lessonId}/move', call))
    },
  })
  return (
    <>
      <section aria-labelledby="authors-lessons" className={classes.section}>
        <Title order={2} size="h3" id="authors-lessons">
          {words.lessons.heading}
        </Title>
        <p>{lessons.length > 0 ? words.lessons.lead : words.lessons.none}</p>
        {plan?.lessons ? <p className={classes.facts}>{words.planUse(used, plan.lessons)}</p> : null}
        <ChangeNote answer={said} failure={ordering.failure} />
        {lessons.length > 0 ? <OrderedLessons outline={outline} ordering={ordering} /> : null}
        {abilities.manage ? (
          <PositionForm items={lessons.map(({ _docId: id, data }) => ({ id, name: data.title }))} />
        ) : null}
      </section>
      {abilities.manage ? <AddLesson {...{ outline, others, said }} /> : <p>{words.view}</p>}
      <ArchivedLessons outline={outline} />
      {abilities.manage ? (
        <p>
          <Link to={`/course/${outline.course._docId}/message`}>{words.write}</Link>
        </p>
      ) : null}
      <CoursePackage
        courseId={outline.course._docId}
        isPublished={lessons.some(({ data }) => data.published)}
      />
      <UndoToast undo={undo} texts={{ undo: words.undo, close: words.close }} />
    </>
  )
}
