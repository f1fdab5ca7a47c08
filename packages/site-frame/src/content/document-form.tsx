import { editedFields } from '@freeor/content/editing/fields'
import { Alert, Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Pane } from '../frame/pane.tsx'
import { useChanges } from '../frame/use-changes.ts'
import { useMergedForm } from '../frame/use-merged-form.ts'
import { contentTexts } from './content-texts.ts'
import { DataField } from './data-field.tsx'
import type { DocumentAnswer, DocumentData } from './document.ts'
import { labelOf } from './field-label.ts'
import { PreviewButton } from './preview-button.tsx'
import { TheirTexts } from './their-texts.tsx'

export type DocumentFormProps = Pick<DocumentData, 'board' | 'document' | 'fields'> & {
  answer: DocumentAnswer | undefined
  /** Somebody else has deleted it: what is in the form can be saved as a new document. */
  isGone: boolean
}

/**
 * All fields of a document. Save is disabled when nothing is changed. What somebody else saves comes into the form while
 * it is written in.
 */
export function DocumentForm({ board, document, fields, answer, isGone }: DocumentFormProps) {
  const words = contentTexts
  const { name = '', description = '', themeColor = 'light' } = document ?? {}
  const form = useRef<HTMLFormElement>(null)
  const isSending = useNavigation().formData?.get('intent') === 'save'
  const saved = { version: document?.version, texts: { name, description, themeColor, ...fields } }
  const isDone = answer?.intent === 'save' && answer.ok
  const { base, isTaken, theirs } = useMergedForm(form, { intent: 'save', saved, isSending, isDone })
  const changes = useChanges(base.texts, undefined, { form, isAsked: !isGone })
  // A save takes the place of what the answer showed; what one has typed stays in the form meanwhile.
  const version = Math.max(answer?.conflict?.version ?? 0, base.version ?? 0)
  const conflicts = answer?.conflict?.version === version ? answer.conflict.fields : theirs
  return (
    <>
      <div role="status">{isTaken ? <Alert color="blue">{words.taken}</Alert> : null}</div>
      <div role="alert">{isGone ? <Alert color="orange">{words.gone}</Alert> : null}</div>
      {conflicts.length > 0 ? <TheirTexts fields={conflicts} /> : null}
      <Pane>
        <Form
          method="post"
          {...(isGone && { action: `/admin/content/${board.collection}/new` })}
          ref={changes.form}
          onInput={changes.onInput}
        >
          {version === 0 || isGone ? null : <input type="hidden" name="version" value={version} />}
          <Stack gap="md">
            <TextInput
              name="name"
              label={words.name}
              defaultValue={name}
              required
              withAsterisk={false}
              maxLength={200}
            />
            {document ? (
              <input type="hidden" name="key" value={document.key ?? ''} />
            ) : (
              <TextInput name="key" label={words.key} description={words.keyHint} maxLength={80} />
            )}
            {editedFields[board.collection].map((field) => (
              <DataField key={field.name} field={field} fields={fields} board={board} />
            ))}
            <Textarea
              name="description"
              label={labelOf('description')}
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
              <Group gap="sm">
                <Button
                  type="submit"
                  name="intent"
                  value="save"
                  loading={isSending}
                  disabled={!changes.isChanged && !isGone}
                >
                  {isGone ? words.saveAsNew : words.save}
                </Button>
                {isGone ? null : <PreviewButton />}
              </Group>
            ) : null}
          </Stack>
        </Form>
      </Pane>
    </>
  )
}
