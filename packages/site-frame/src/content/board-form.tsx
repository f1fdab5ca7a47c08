import { permissionKinds } from '@freeor/content/permissions'
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { useSavedForm } from '../frame/use-saved-form.ts'
import { contentTexts } from './content-texts.ts'
import type { Board } from './open-content.ts'

type BoardFormProps = { board: Board; answer: Answer | undefined }

/** How a collection is shown to its editors, and who may do what in it. */
export function BoardForm({ board, answer }: BoardFormProps) {
  const words = contentTexts
  const lists = Object.fromEntries(permissionKinds.map((kind) => [kind, board.permissions[kind].join('\n')]))
  const { name, description, themeColor } = board
  const saved = { name, description, themeColor, ...lists }
  const changes = useSavedForm(saved, 'board', answer)
  const busy = useNavigation().formData?.get('intent') === 'board'
  return (
    <Form method="post" ref={changes.form} onInput={changes.onInput}>
      <input type="hidden" name="intent" value="board" />
      <input type="hidden" name="base" value={JSON.stringify(changes.base)} />
      <Stack gap="md">
        <TextInput name="name" label={words.boardName} defaultValue={name} maxLength={200} />
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
        {permissionKinds.map((kind) => (
          <Textarea
            key={kind}
            name={kind}
            label={words.permissions[kind]}
            description={words.entries}
            defaultValue={lists[kind] ?? ''}
            autosize
            minRows={2}
          />
        ))}
        <Button type="submit" w="fit-content" loading={busy} disabled={!changes.isChanged}>
          {words.save}
        </Button>
      </Stack>
    </Form>
  )
}
