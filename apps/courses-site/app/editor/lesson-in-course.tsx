import type { LessonAnswer } from '@freeor/courses/catalog/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button, Checkbox, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { coursePath, lessonEditPath } from '../course/paths.ts'
import { authoringTexts } from '../texts/authoring.ts'
import { editorTexts } from '../texts/editor.ts'
import classes from './lesson-fields.module.css'

const words = editorTexts.inCourse

type Saved = Pick<LessonAnswer['data'], 'slug'> & Pick<LessonAnswer, 'isPreview'>

export type LessonInCourseProps = {
  lessonId: string
  courseId: string
  courseLesson: Saved & Pick<LessonAnswer['data'], 'order'>
}

const isSame = (a: Saved, b: Saved) => a.slug === b.slug && a.isPreview === b.isPreview

/**
 * How often the form has begun anew: when the course lesson was changed elsewhere. What this form saved itself stands
 * in its fields already. To begin anew for that too would drop what is typed until the page has followed.
 */
function useFormNumber(now: Saved) {
  const [own, setOwn] = useState<Saved>()
  const [seen, setSeen] = useState({ now, number: 0 })
  if (!isSame(seen.now, now)) {
    const isOwn = own !== undefined && isSame(own, now)
    setSeen({ now, number: isOwn ? seen.number : seen.number + 1 })
  }
  return { number: seen.number, setOwn }
}

/** Where the lesson stands in this course: not a part of its text, so it is saved by its own button. */
export function LessonInCourse({ lessonId, courseId, courseLesson }: LessonInCourseProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [said, setSaid] = useState({ ok: true, text: '' })
  const { number, setOwn } = useFormNumber(courseLesson)
  const save = async (form: FormData) => {
    const slug = String(form.get('slug')).trim()
    const isPreview = form.get('isPreview') !== null
    const path = { courseId, lessonId }
    const { data, error } = await browserApi()
      .PATCH('/api/courses/{courseId}/lessons/{lessonId}', { params: { path }, body: { slug, isPreview } })
      .catch(() => ({ data: undefined, error: undefined }))
    if (!data) return setSaid({ ok: false, text: error?.detail ?? editorTexts.notReached })
    setSaid({ ok: true, text: authoringTexts.saved })
    setOwn({ slug, isPreview })
    // The page is found by the lesson's address.
    if (slug === courseLesson.slug) await revalidate()
    else await navigate(lessonEditPath(courseId, slug), { replace: true, preventScrollReset: true })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save(new FormData(event.currentTarget))
  }
  return (
    <section aria-labelledby="in-course" className={classes.inCourse}>
      <Title order={2} id="in-course">
        {words.heading}
      </Title>
      <p>
        {words.number(courseLesson.order)} <Link to={coursePath(courseId)}>{words.order}</Link>
      </p>
      <form onSubmit={submit} className={classes.fields} key={number}>
        <TextInput
          size="md"
          label={authoringTexts.lessons.slug}
          name="slug"
          defaultValue={courseLesson.slug}
          required
          maxLength={80}
        />
        <Checkbox
          size="md"
          label={authoringTexts.lessons.preview}
          name="isPreview"
          defaultChecked={courseLesson.isPreview}
        />
        <Button type="submit" variant="default" w="fit-content">
          {words.save}
        </Button>
      </form>
      <p role="status" className={classes.said} data-failed={!said.ok || undefined}>
        {said.text}
      </p>
    </section>
  )
}
