import { Button, NativeSelect } from '@mantine/core'
import { Form } from 'react-router'
import { authoringTexts } from '../texts/authoring.ts'
import classes from './authoring.module.css'

export type PlacedItem = { readonly id: string; readonly name: string }

const words = authoringTexts

/** "Place it first" or "after …", for those who do not drag: one choice and one button. */
export function PlaceForm({ item, all }: { item: PlacedItem; all: readonly PlacedItem[] }) {
  const others = all.filter(({ id }) => id !== item.id)
  if (others.length === 0) return null
  const at = all.findIndex(({ id }) => id === item.id)
  return (
    <Form method="post" className={classes.inline} preventScrollReset>
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={item.id} />
      <NativeSelect
        label={words.moveTo}
        name="after"
        defaultValue={all[at - 1]?.id ?? ''}
        key={all[at - 1]?.id ?? ''}
        data={[
          { value: '', label: words.first },
          ...others.map(({ id, name }) => ({ value: id, label: words.after(name) })),
        ]}
      />
      <Button type="submit" variant="default">
        {words.move}
      </Button>
    </Form>
  )
}
