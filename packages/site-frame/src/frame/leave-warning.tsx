import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useCallback } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import type { LeaveTexts } from './leave-texts.ts'

export type LeaveWarningProps = { texts: LeaveTexts; isUnsaved: boolean }

/**
 * Asks before a page with unsaved work is left, by a link as well as by closing the window. Sending a form of the page
 * does not count as leaving.
 */
export function LeaveWarning({ texts, isUnsaved }: LeaveWarningProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isUnsaved) event.preventDefault()
      },
      [isUnsaved],
    ),
  )
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={texts.title}
      closeButtonProps={{ 'aria-label': texts.stay }}
    >
      <Stack gap="md">
        <Text>{texts.text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            {texts.go}
          </Button>
          <Button onClick={() => blocker.reset?.()} data-autofocus>
            {texts.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
