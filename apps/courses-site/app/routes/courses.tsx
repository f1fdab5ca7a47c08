import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { expectDone } from '@freeor/site-frame/frame/answer'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useKeptAnswer } from '@freeor/site-frame/frame/use-kept-answer'
import { useLiveReload } from '@freeor/site-frame/live/use-live-reload'
import { UndoToast } from '@freeor/ui/undo-toast'
import { Button, TextInput, Title } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import authoring from '../authoring/authoring.module.css'
import { BringCourse } from '../authoring/bring-course.tsx'
import { ChangeNote } from '../authoring/change-note.tsx'
import { CourseCard } from '../authoring/course-card.tsx'
import { hasRoom, PlanNote } from '../authoring/plan-note.tsx'
import { PositionForm } from '../authoring/position-form.tsx'
import { submitCourses } from '../authoring/submit-courses.ts'
import { useCourseMarks } from '../authoring/use-course-marks.ts'
import { ChoiceLink } from '../components/choice-link.tsx'
import { SortArea } from '../order/sort-area.tsx'
import { inOrder, useOrder } from '../order/use-order.ts'
import { authoringTexts } from '../texts/authoring.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/courses'
import classes from './courses.module.css'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.courses.title) }]

/** The courses of the account, for its authors; a super admin may ask for every one. For others the API knows none. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { api, me } = await openLearnerPage({ context, url })
  const { searchParams } = url
  const all = searchParams.get('all') === 'true'
  const archived = searchParams.get('archived') === 'true'
  const query = { all: `${all}` as const, archived: `${archived}` as const }
  const answer = await forPage(context, api.GET('/api/courses', { params: { query } }).then(unwrap))
  return { ...answer, all, archived, isSuperAdmin: me.user.superAdmin }
}

export const action = async (args: Route.ActionArgs) => await submitCourses(args)

const words = authoringTexts

type Loaded = Route.ComponentProps['loaderData']

/** Of which account, and archived or not. */
function Filters({ all, archived, isSuperAdmin }: Pick<Loaded, 'all' | 'archived' | 'isSuperAdmin'>) {
  const choice = (to: { all: boolean; archived: boolean }, label: string) => {
    const isChosen = to.all === all && to.archived === archived
    return (
      <ChoiceLink to={`/courses?all=${to.all}&archived=${to.archived}`} isChosen={isChosen}>
        {label}
      </ChoiceLink>
    )
  }
  return (
    <nav aria-label={texts.courses.show} className={classes.filters}>
      {isSuperAdmin ? choice({ all: false, archived }, texts.courses.own) : null}
      {isSuperAdmin ? choice({ all: true, archived }, texts.courses.all) : null}
      {isSuperAdmin ? <span aria-hidden className={classes.gap} /> : null}
      {choice({ all, archived: false }, texts.courses.current)}
      {choice({ all, archived: true }, texts.courses.archived)}
    </nav>
  )
}

/** The name of a new course; in its place, past the plan's limit, the way to a larger one. */
function NewCourse({ plan, used, isFirst }: Pick<Loaded, 'plan' | 'used'> & { isFirst: boolean }) {
  const isBusy = useNavigation().formData?.get('intent') === 'create'
  if (plan && !hasRoom(plan.courses, used)) return <PlanNote plan={plan} kind="courses" />
  return (
    <section aria-labelledby="new-course" className={authoring.section}>
      <Title order={2} size="h3" id="new-course">
        {isFirst ? words.emptyHeading : words.newCourse}
      </Title>
      {isFirst ? <p>{words.empty}</p> : null}
      <Form method="post" className={authoring.inline}>
        <input type="hidden" name="intent" value="create" />
        <TextInput label={words.courseName} name="name" required maxLength={120} autoComplete="off" />
        <Button type="submit" loading={isBusy}>
          {words.create}
        </Button>
      </Form>
    </section>
  )
}

export default function Courses({ loaderData, actionData }: Route.ComponentProps) {
  const { courses, all, archived, abilities, plan, used, isSuperAdmin } = loaderData
  const { shown, undo, failure: notMarked, mark } = useCourseMarks(courses)
  const answer = useKeptAnswer(actionData)
  useLiveReload(({ event }) => event === 'course')
  const unordered = shown.filter((course) => course.archived === archived)
  const ordering = useOrder({
    ids: unordered.map(({ _docId }) => _docId),
    nameOf: (id) => courses.find(({ _docId }) => _docId === id)?.name ?? '',
    undo,
    async send({ id: courseId, after }) {
      const call = { params: { path: { courseId } }, body: { after } }
      expectDone(await browserApi().POST('/api/courses/{courseId}/move', call))
    },
  })
  const { order, move } = ordering
  const listed = inOrder(unordered, order, ({ _docId }) => _docId)
  const isFirst = listed.length === 0 && !archived
  const makes = abilities.manage && !archived
  return (
    <div className={classes.page}>
      <Title order={1}>{isSuperAdmin ? texts.courses.heading : words.own}</Title>
      <Filters all={all} archived={archived} isSuperAdmin={isSuperAdmin} />
      <ChangeNote answer={answer} failure={notMarked || ordering.failure} />
      {abilities.manage ? null : <p className={classes.none}>{words.view}</p>}
      {plan?.courses ? <p className={classes.none}>{words.planUse(used, plan.courses)}</p> : null}
      {listed.length === 0 && !makes ? (
        <p className={classes.none}>{archived ? words.noneArchived : texts.courses.none}</p>
      ) : null}
      {makes && isFirst ? <NewCourse plan={plan} used={used} isFirst /> : null}
      <SortArea
        order={order}
        onMove={move}
        // All accounts' courses have no order among each other.
        isFixed={!makes || all || order.length < 2}
      >
        <ul className={classes.grid}>
          {[...listed.entries()].map(([at, course]) => (
            <CourseCard
              key={course._docId}
              course={course}
              at={at}
              mayManage={abilities.manage}
              onMark={mark}
            />
          ))}
        </ul>
      </SortArea>
      {makes && !all ? <PositionForm items={listed.map(({ _docId: id, name }) => ({ id, name }))} /> : null}
      {makes && !isFirst ? <NewCourse plan={plan} used={used} isFirst={false} /> : null}
      {makes && (!plan || hasRoom(plan.courses, used)) ? <BringCourse /> : null}
      <UndoToast undo={undo} texts={{ undo: words.undo, close: words.close }} />
    </div>
  )
}
