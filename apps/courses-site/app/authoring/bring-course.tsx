import { sendPackage, sentenceOfFailure } from '@freeor/site-frame/packages/send-package'
import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { authoringTexts } from '../texts/authoring.ts'
import classes from './authoring.module.css'

const words = authoringTexts.package

type Came = {
  readonly courseId: string
  readonly name: string
  readonly lessons: number
  readonly rewritten: readonly string[]
}
type Said = { readonly ok: boolean; readonly text: string; readonly courseId?: string }

/** Makes a course out of a file that one was taken out as. */
export function BringCourse() {
  const { revalidate } = useRevalidator()
  const [said, setSaid] = useState<Said>()
  const bring = async (file: File | null) => {
    if (!file) return
    setSaid({ ok: true, text: words.reading })
    try {
      const { courseId, name, lessons, rewritten } = await sendPackage<Came>('/api/course-packages', file)
      const more = rewritten.length > 0 ? ` ${words.rewritten(rewritten.join(', '))}` : ''
      setSaid({ ok: true, text: words.done(name, lessons) + more, courseId })
      await revalidate()
    } catch (error) {
      setSaid({ ok: false, text: sentenceOfFailure(error, words.notReached) })
    }
  }
  return (
    <div className={classes.section}>
      <FileButton accept=".zip,application/zip" onChange={(file) => void bring(file)}>
        {(props) => (
          <Button {...props} variant="default" w="fit-content">
            {words.bring}
          </Button>
        )}
      </FileButton>
      <p role="status" className={classes.said} data-failed={said?.ok === false || undefined}>
        {said?.text} {said?.courseId ? <Link to={`/course/${said.courseId}`}>{words.open}</Link> : null}
      </p>
    </div>
  )
}
