import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import { contentTexts } from './content-texts.ts'

/**
 * Opens the public page in another tab as it would be with what the form says. The browser sends the form itself, as a
 * tab that is opened later than the click is taken for an advertisement.
 */
export function PreviewButton() {
  const open = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget
    if (!form?.reportValidity()) return
    event.preventDefault()
    const intent = document.createElement('input')
    Object.assign(intent, { type: 'hidden', name: 'intent', value: 'preview' })
    form.append(intent)
    form.target = '_blank'
    // Not `requestSubmit`: that would ask the router, which opens no tab.
    form.submit()
    form.removeAttribute('target')
    intent.remove()
  }
  return (
    <Button type="submit" name="intent" value="preview" variant="default" formTarget="_blank" onClick={open}>
      {contentTexts.preview}
    </Button>
  )
}
