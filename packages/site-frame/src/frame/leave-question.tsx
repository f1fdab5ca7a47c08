import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import type { LeaveTexts } from './leave-texts.ts'

export type LeaveQuestionProps = {
  texts: LeaveTexts
  isAsked: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks whether something unsaved may be lost, above a dialog box where one is open. Whoever closes it stays. */
export function LeaveQuestion({ texts, isAsked, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Modal
      opened={isAsked}
      onClose={onStay}
      title={texts.title}
      closeButtonProps={{ 'aria-label': texts.stay }}
      stackId={useId()}
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
