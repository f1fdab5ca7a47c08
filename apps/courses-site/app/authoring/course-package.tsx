import { Button, Title } from '@mantine/core'
import { authoringTexts } from '../texts/authoring.ts'
import classes from './authoring.module.css'

const words = authoringTexts.package

/** A course as a file: all of it for its authors, and as a book. */
export function CoursePackage({ courseId, isPublished }: { courseId: string; isPublished: boolean }) {
  return (
    <section aria-labelledby="course-package" className={classes.section}>
      <Title order={2} size="h3" id="course-package">
        {words.heading}
      </Title>
      <p>{words.lead}</p>
      <div className={classes.inline}>
        <Button component="a" href={`/api/courses/${courseId}/package`} download variant="default">
          {words.zip}
        </Button>
        {isPublished ? (
          <Button component="a" href={`/api/courses/${courseId}/epub`} download variant="default">
            {words.epub}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
