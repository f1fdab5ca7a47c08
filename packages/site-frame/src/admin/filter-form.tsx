import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Form, useNavigation, useSearchParams } from 'react-router'
import type { AdminTexts } from './admin-texts.ts'
import classes from './filter-form.module.css'

export type FilterField =
  | { name: string; label: string; type: 'search' | 'date' }
  | { name: string; label: string; options: readonly { value: string; label: string }[] }

/** The filter of a list; it goes into the address. */
export function FilterForm({ texts, fields }: { texts: AdminTexts; fields: readonly FilterField[] }) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  return (
    // Keyed: a link to another address fills the boxes again.
    <Form key={params.toString()} className={classes.form} role="search">
      {fields.map((field) =>
        'options' in field ? (
          <NativeSelect
            key={field.name}
            name={field.name}
            label={field.label}
            defaultValue={params.get(field.name) ?? ''}
            data={[{ value: '', label: texts.all }, ...field.options]}
          />
        ) : (
          <TextInput
            key={field.name}
            name={field.name}
            label={field.label}
            type={field.type}
            defaultValue={params.get(field.name) ?? ''}
          />
        ),
      )}
      <Button type="submit" loading={busy}>
        {texts.search}
      </Button>
    </Form>
  )
}
