import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker, useNavigation } from 'react-router'
import type { LeaveTexts } from './leave-texts.ts'

export type LeaveWarningProps = { texts: LeaveTexts; isUnsaved: boolean }

/**
 * Asks before a page with unsaved work is left, by a link as well as by closing the window. Sending a form of the page
 * does not count as leaving. While a form is sent and the page is read again, only what was typed since is asked about:
 * the page says that it is saved before it has read what is saved now.
 */
export function LeaveWarning({ texts, isUnsaved }: LeaveWarningProps) {
  const isSent = useNavigation().formData !== undefined
  const isTypedSince = useTypedDuring(isSent)
  const asks = isUnsaved && (!isSent || isTypedSince)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => asks && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload(
    useCallback(
      (event) => {
        if (asks) event.preventDefault()
      },
      [asks],
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

/** Whether anything was typed or chosen on the page since `isOn` became true; false again when it ends. */
function useTypedDuring(isOn: boolean): boolean {
  const [isTyped, setIsTyped] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const note = () => setIsTyped(true)
    document.addEventListener('input', note)
    return () => {
      document.removeEventListener('input', note)
      setIsTyped(false)
    }
  }, [isOn])
  return isTyped
}
