import { Button, NativeSelect } from '@mantine/core'
import { Form, useSubmit } from 'react-router'
import { courseTexts } from '../texts/course.ts'
import type { CourseChoice as Choice } from './chosen-course.ts'
import classes from './course-choice.module.css'

const words = courseTexts.courseChoice

export type CourseSelectProps = { courses: readonly Choice[]; course: string | undefined }

/** The course a page is about, as a field of a form; nothing where there is only one. */
export function CourseSelect({ courses, course }: CourseSelectProps) {
  if (courses.length < 2) return course ? <input type="hidden" name="course" value={course} /> : null
  return (
    <NativeSelect
      label={words.label}
      name="course"
      defaultValue={course}
      data={courses.map(({ _docId: value, name: label }) => ({ value, label }))}
    />
  )
}

/** The same as a form of its own. Works without script. */
export function CourseChoice(props: CourseSelectProps) {
  const submit = useSubmit()
  if (props.courses.length < 2) return null
  return (
    <Form
      method="get"
      className={classes.choice}
      onChange={({ currentTarget }) => void submit(currentTarget, { preventScrollReset: true })}
    >
      <CourseSelect {...props} />
      <Button type="submit" variant="default">
        {words.show}
      </Button>
    </Form>
  )
}
