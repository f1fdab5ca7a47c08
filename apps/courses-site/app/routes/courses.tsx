import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { Badge, Title } from '@mantine/core'
import { Link } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import { ChoiceLink } from '../components/choice-link.tsx'
import { coursePath } from '../course/paths.ts'
import { themeClass } from '../course/theme-colors.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/courses'
import classes from './courses.module.css'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.courses.title) }]

/** The courses of the super admin's account, or with `?all=true` of every one; for others the API knows none. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { api } = await openLearnerPage({ request, context })
  const { searchParams } = new URL(request.url)
  const all = searchParams.get('all') === 'true'
  const archived = searchParams.get('archived') === 'true'
  const flags = {
    all: all ? ('true' as const) : ('false' as const),
    archived: archived ? ('true' as const) : ('false' as const),
  }
  const asked = api.GET('/api/courses', { params: { query: flags } })
  const { courses } = await forPage(context, asked.then(unwrap))
  return { courses, all, archived }
}

type Course = Route.ComponentProps['loaderData']['courses'][number]

function CourseCard({ course }: { course: Course }) {
  return (
    <li className={`${classes.card} ${themeClass(course.themeColor)}`}>
      <Link to={coursePath(course._docId)} className={classes.link}>
        {course.name}
      </Link>
      {course.description ? <p>{course.description}</p> : null}
      <p className={classes.foot}>
        {texts.courses.lessons(course.lessons)}
        {course.archived ? <Badge variant="default">{texts.courses.archived}</Badge> : null}
      </p>
    </li>
  )
}

/** Of which account, and archived or not. */
function Filters({ all, archived }: { all: boolean; archived: boolean }) {
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
      {choice({ all: false, archived }, texts.courses.own)}
      {choice({ all: true, archived }, texts.courses.all)}
      <span aria-hidden className={classes.gap} />
      {choice({ all, archived: false }, texts.courses.current)}
      {choice({ all, archived: true }, texts.courses.archived)}
    </nav>
  )
}

export default function Courses({ loaderData: { courses, all, archived } }: Route.ComponentProps) {
  return (
    <div className={classes.page}>
      <Title order={1}>{texts.courses.heading}</Title>
      <Filters all={all} archived={archived} />
      {courses.length === 0 ? <p className={classes.none}>{texts.courses.none}</p> : null}
      <ul className={classes.grid}>
        {courses.map((course) => (
          <CourseCard key={course._docId} course={course} />
        ))}
      </ul>
    </div>
  )
}
