import { Button, NativeSelect } from '@mantine/core'
import { Form } from 'react-router'
import { authoringTexts } from '../texts/authoring.ts'
import classes from './authoring.module.css'

export type ListedItem = { readonly id: string; readonly name: string }

const words = authoringTexts

/**
 * Which one goes where, for those who do not drag. One form for the whole list: a choice of positions in each item would
 * grow with the square of the list.
 */
export function PositionForm({ items }: { items: readonly ListedItem[] }) {
  if (items.length < 3) return null
  return (
    <details className={classes.details}>
      <summary>{words.moveFar}</summary>
      <div className={classes.panel}>
        <Form method="post" className={classes.inline} preventScrollReset>
          <input type="hidden" name="intent" value="move" />
          <NativeSelect
            label={words.moveWhich}
            name="id"
            data={items.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <NativeSelect
            label={words.moveTo}
            name="after"
            data={[
              { value: '', label: words.first },
              ...items.map(({ id, name }) => ({ value: id, label: words.after(name) })),
            ]}
          />
          <Button type="submit" variant="default">
            {words.move}
          </Button>
        </Form>
      </div>
    </details>
  )
}
