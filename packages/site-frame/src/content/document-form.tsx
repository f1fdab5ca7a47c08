import { type EditedField, editedFields } from '@freeor/content/editing/fields'
import { Button, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { LeaveWarning } from '../frame/leave-warning.tsx'
import { useSite } from '../frame/site-context.ts'
import { useChanges } from '../frame/use-changes.ts'
import type { ContentTexts } from './content-texts.ts'
import { contentTexts } from './content-texts.ts'
import type { DocumentAnswer, DocumentData } from './document.ts'

/** What a field of the form is called: `name`, or `data.lead`. */
export function labelOf(words: ContentTexts, name: string): string {
  const own = name.replace(/^data\./, '').split('.')[0] ?? ''
  if (own in words.fields) return words.fields[own as keyof typeof words.fields]
  return own === 'name' ? words.name : own === 'themeColor' ? words.themeColor : words.description
}

type FieldProps = { field: EditedField; fields: Readonly<Record<string, string>> }

/** One field of the collection. */
function DataField({ field: { name, kind, choices }, fields }: FieldProps) {
  const words = contentTexts
  const field = `data.${name}`
  const label = labelOf(words, field)
  const given = { name: field, label, defaultValue: fields[field] ?? '' }
  if (kind === 'flag')
    return <Checkbox name={field} label={label} defaultChecked={given.defaultValue !== ''} />
  if (kind === 'choice') return <NativeSelect {...given} data={[...(choices ?? [])]} />
  if (kind === 'number') return <TextInput {...given} inputMode="numeric" />
  if (kind === 'line') return <TextInput {...given} />
  if (kind === 'picture')
    return (
      <>
        <TextInput
          name={`${field}.src`}
          label={words.pictureSrc}
          defaultValue={fields[`${field}.src`] ?? ''}
        />
        <TextInput
          name={`${field}.alt`}
          label={words.pictureAlt}
          defaultValue={fields[`${field}.alt`] ?? ''}
        />
      </>
    )
  const hint = kind === 'markdown' ? words.markdown : kind === 'audiences' ? words.audiencesHint : undefined
  return (
    <Textarea {...given} description={hint} autosize minRows={kind === 'markdown' ? 10 : 3} maxRows={40} />
  )
}

export type DocumentFormProps = Pick<DocumentData, 'board' | 'document' | 'fields'> & {
  answer: DocumentAnswer | undefined
}

/** All fields of a document. Save is disabled when nothing is changed. */
export function DocumentForm({ board, document, fields, answer }: DocumentFormProps) {
  const { texts } = useSite()
  const words = contentTexts
  const { name = '', description = '', themeColor = 'light' } = document ?? {}
  const saved = { name, description, themeColor, ...fields }
  const changes = useChanges(saved)
  const busy = useNavigation().formData?.get('intent') === 'save'
  // A save takes the place of what the answer showed; what one has typed stays in the form meanwhile.
  const version = answer?.conflict?.version ?? document?.version
  return (
    <Form method="post" key={document?.version} ref={changes.form} onInput={changes.onInput}>
      <LeaveWarning texts={texts.leave} isUnsaved={changes.isUnsaved && !busy} />
      <input type="hidden" name="intent" value="save" />
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      <Stack gap="md">
        <TextInput
          name="name"
          label={words.name}
          defaultValue={name}
          required
          withAsterisk={false}
          maxLength={200}
        />
        {document ? null : (
          <TextInput name="key" label={words.key} description={words.keyHint} maxLength={80} />
        )}
        {editedFields[board.collection].map((field) => (
          <DataField key={field.name} field={field} fields={fields} />
        ))}
        <Textarea
          name="description"
          label={words.description}
          defaultValue={description}
          autosize
          minRows={2}
        />
        <NativeSelect
          name="themeColor"
          label={words.themeColor}
          defaultValue={themeColor}
          data={Object.entries(words.colors).map(([value, label]) => ({ value, label }))}
        />
        {board.may.write ? (
          <Button type="submit" w="fit-content" loading={busy} disabled={!changes.isChanged}>
            {words.save}
          </Button>
        ) : null}
      </Stack>
    </Form>
  )
}
