import { useReturnFocus } from '@freeor/ui/use-return-focus'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { LeaveTexts } from './leave-texts.ts'

export type LeaveQuestionProps = {
  texts: LeaveTexts
  onStay: () => void
  onLeave: () => void
}

/** Above a dialog box, which may be what it asks about. */
const layer = 1000

/** Asks whether something unsaved may be lost; it is there while it is asked. Whoever closes it stays. */
export function LeaveQuestion({ texts, onStay, onLeave }: LeaveQuestionProps) {
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onStay}
      title={texts.title}
      closeButtonProps={{ 'aria-label': texts.stay }}
      zIndex={layer}
    >
      <Stack gap="md">
        <Text>{texts.text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onLeave}>
            {texts.go}
          </Button>
          <Button onClick={onStay} data-autofocus>
            {texts.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
