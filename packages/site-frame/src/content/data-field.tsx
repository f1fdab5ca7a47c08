import type { EditedField } from '@freeor/content/editing/fields'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { contentTexts } from './content-texts.ts'
import type { DocumentData } from './document.ts'
import { labelOf } from './field-label.ts'
import { MarkdownField } from './markdown-field.tsx'
import { PictureField } from './picture-field.tsx'

type DataFieldProps = Pick<DocumentData, 'board'> & {
  field: EditedField
  fields: Readonly<Record<string, string>>
}

/** One field of the collection. */
export function DataField({ field: { name, kind, choices }, fields, board }: DataFieldProps) {
  const field = `data.${name}`
  const label = labelOf(field)
  const given = { name: field, label, defaultValue: fields[field] ?? '' }
  if (kind === 'flag')
    return <Checkbox name={field} label={label} defaultChecked={given.defaultValue !== ''} />
  if (kind === 'choice') return <NativeSelect {...given} data={[...(choices ?? [])]} />
  if (kind === 'number') return <TextInput {...given} inputMode="numeric" />
  if (kind === 'line') return <TextInput {...given} />
  if (kind === 'picture') return <PictureField board={board} field={field} fields={fields} />
  if (kind === 'markdown') return <MarkdownField board={board} {...given} />
  const hint = kind === 'audiences' ? contentTexts.audiencesHint : undefined
  return <Textarea {...given} description={hint} autosize minRows={3} maxRows={40} />
}
