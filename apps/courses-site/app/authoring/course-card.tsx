import type { CourseAnswer } from '@freeor/courses/catalog/schema'
import { useChanges } from '@freeor/site-frame/frame/use-changes'
import { Badge, Button, Stack, Textarea, TextInput } from '@mantine/core'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import { Form, Link } from 'react-router'
import { coursePath } from '../course/paths.ts'
import { themeClass } from '../course/theme-colors.ts'
import { SortHandle, SortItem } from '../order/sort-area.tsx'
import { authoringTexts } from '../texts/authoring.ts'
import { texts } from '../texts.ts'
import classes from './authoring.module.css'
import { ColorChoice } from './color-choice.tsx'

export type CourseMarks = { favorite?: boolean; archived?: boolean }

type CourseCardProps = {
  course: CourseAnswer
  /** Its position among those shown, from 0. */
  at: number
  mayManage: boolean
  onMark(course: CourseAnswer, marks: CourseMarks): void
}

const words = authoringTexts

const hidden = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** A form of one button that marks the course: at once where there is script, as a form without. */
function MarkForm({ course, marks, onMark, children }: MarkFormProps) {
  const fields = Object.fromEntries(Object.entries(marks).map(([name, value]) => [name, String(value)]))
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onMark(course, marks)
      }}
    >
      {hidden({ intent: 'mark', id: course._docId, ...fields })}
      {children}
    </Form>
  )
}

type MarkFormProps = Pick<CourseCardProps, 'course' | 'onMark'> & {
  marks: CourseMarks
  children: React.ReactNode
}

/** Name, description and colour. */
function CourseForm({ course }: { course: CourseAnswer }) {
  const { name, description } = course
  const { form, onInput } = useChanges({ name, description })
  return (
    <Form method="post" ref={form} onInput={onInput}>
      {hidden({ intent: 'change', id: course._docId })}
      <Stack gap="md">
        <TextInput label={words.rename} name="name" defaultValue={name} required maxLength={120} />
        <Textarea
          label={words.description}
          name="description"
          defaultValue={description}
          maxLength={1000}
          autosize
          minRows={2}
        />
        <ColorChoice chosen={course.themeColor} />
        <Button type="submit" w="fit-content">
          {words.save}
        </Button>
      </Stack>
    </Form>
  )
}

function CourseTools({ course, onMark }: Omit<CourseCardProps, 'mayManage' | 'at'>) {
  const { _docId, name, favorite, archived } = course
  const Star = favorite ? IconStarFilled : IconStar
  return (
    <div className={classes.tools}>
      <MarkForm course={course} marks={{ favorite: !favorite }} onMark={onMark}>
        <Button
          type="submit"
          variant="subtle"
          aria-pressed={favorite}
          aria-label={`${words.favorite}: ${name}`}
          leftSection={<Star size={18} aria-hidden />}
        >
          {words.favorite}
        </Button>
      </MarkForm>
      <MarkForm course={course} marks={{ archived: !archived }} onMark={onMark}>
        <Button
          type="submit"
          variant="subtle"
          aria-label={`${archived ? words.unarchive : words.archive}: ${name}`}
        >
          {archived ? words.unarchive : words.archive}
        </Button>
      </MarkForm>
      <details className={classes.details}>
        <summary aria-label={words.edit(name)}>{words.change}</summary>
        <div className={classes.panel}>
          <CourseForm course={course} />
          <Form method="post">
            {hidden({ intent: 'duplicate', id: _docId })}
            <Button type="submit" variant="default">
              {words.duplicate}
            </Button>
          </Form>
        </div>
      </details>
    </div>
  )
}

/** A course on the page of its authors. */
export function CourseCard({ course, at, mayManage, onMark }: CourseCardProps) {
  return (
    <SortItem id={course._docId} at={at} className={`${classes.card} ${themeClass(course.themeColor)}`}>
      <div className={classes.cardHandle}>
        <SortHandle name={course.name} />
      </div>
      <h2 className={classes.cardName}>
        <Link to={coursePath(course._docId)}>{course.name}</Link>
      </h2>
      {course.description ? <p>{course.description}</p> : null}
      <p className={classes.foot}>
        {texts.courses.lessons(course.lessons)}
        {course.archived ? (
          <Badge component="span" variant="default">
            {texts.courses.archived}
          </Badge>
        ) : null}
      </p>
      {mayManage ? <CourseTools course={course} onMark={onMark} /> : null}
    </SortItem>
  )
}
