import { browserApi } from '@freeor/site-frame/frame/api'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { editorTexts } from '../texts/editor.ts'
import classes from './lesson-editor.module.css'

const words = editorTexts

export type PublishButtonProps = {
  lessonId: string
  /** Nothing is published while the author has to choose between two texts. */
  isWaiting: boolean
  /** Saves what is not saved yet. Gives whether the server has every word. */
  onSave(): Promise<boolean>
}

/** Shows the lesson to learners, with every word that was written. */
export function PublishButton({ lessonId, isWaiting, onSave }: PublishButtonProps) {
  const { revalidate } = useRevalidator()
  const [refusal, setRefusal] = useState('')
  const publish = async () => {
    if (!(await onSave())) {
      setRefusal(words.notPublished)
      return
    }
    const { data, error } = await browserApi()
      .POST('/api/lessons/{lessonId}/publish', { params: { path: { lessonId } } })
      .catch(() => ({ data: undefined, error: undefined }))
    setRefusal(data ? '' : (error?.detail ?? words.notReached))
    await revalidate()
  }
  return (
    <>
      <Button size="md" variant="default" disabled={isWaiting} onClick={() => void publish()}>
        {words.publish}
      </Button>
      {refusal ? (
        <p role="alert" className={classes.refusal}>
          {refusal}
        </p>
      ) : null}
    </>
  )
}
