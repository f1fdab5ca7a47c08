import { Alert, Button } from '@mantine/core'
import { Form } from 'react-router'
import { texts } from '../texts.ts'

/** Says that a list is deleted, with a button that restores it. */
export function DeletedNote({ listId, text }: { listId: string; text: string }) {
  return (
    <Alert role="status" color="teal">
      {text}
      <Form method="post">
        <input type="hidden" name="intent" value="restore" />
        <input type="hidden" name="listId" value={listId} />
        <Button type="submit" size="xs" variant="default" mt="xs">
          {texts.suppression.undo}
        </Button>
      </Form>
    </Alert>
  )
}
