import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Location, useBeforeUnload, useBlocker, useNavigate, useNavigation } from 'react-router'
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
  const { target, stay, leave } = useQuestion(asks)
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
      opened={target !== undefined}
      onClose={stay}
      title={texts.title}
      closeButtonProps={{ 'aria-label': texts.stay }}
    >
      <Stack gap="md">
        <Text>{texts.text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={leave}>
            {texts.go}
          </Button>
          <Button onClick={stay} data-autofocus>
            {texts.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type Question = {
  /** Where somebody wants to go who has not answered yet. */
  readonly target: Location | undefined
  readonly stay: () => void
  readonly leave: () => void
}

/**
 * Holds a navigation to another page until it is answered whether to go there. The router forgets a navigation that it
 * blocked when the page has been read again, e.g. after a save; the question is asked on.
 */
function useQuestion(asks: boolean): Question {
  const mayLeave = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      asks && !mayLeave.current && currentLocation.pathname !== nextLocation.pathname,
  )
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ readonly location: Location; readonly isAnswered: boolean }>()
  // Each navigation has a location of its own. One that was answered stays blocked for a moment.
  if (blocker.state === 'blocked' && blocker.location !== asked?.location)
    setAsked({ location: blocker.location, isAnswered: false })
  const target = asked?.isAnswered ? undefined : asked?.location
  const answer = () => setAsked(asked && { ...asked, isAnswered: true })
  return {
    target,
    stay() {
      answer()
      blocker.reset?.()
    },
    leave() {
      answer()
      if (blocker.state === 'blocked') return blocker.proceed()
      mayLeave.current = true
      if (target) void navigate(target)
      mayLeave.current = false
    },
  }
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
