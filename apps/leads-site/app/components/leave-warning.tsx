import { Button, Group, Modal, Text } from '@mantine/core'
import { useCallback } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { texts } from '../texts.ts'

/** Asks before a page with unsaved work is left, by a link as well as by closing the window. */
export function LeaveWarning({ isUnsaved }: { isUnsaved: boolean }) {
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
      title={texts.leave.title}
      closeButtonProps={{ 'aria-label': texts.downloads.close }}
    >
      <Text>{texts.leave.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {texts.leave.go}
        </Button>
        <Button onClick={() => blocker.reset?.()} data-autofocus>
          {texts.leave.stay}
        </Button>
      </Group>
    </Modal>
  )
}
