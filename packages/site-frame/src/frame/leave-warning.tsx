import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type Blocker,
  type Location,
  useBeforeUnload,
  useBlocker,
  useNavigate,
  useNavigation,
} from 'react-router'
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

/** A navigation that the router blocked. */
type HeldNavigation = Extract<Blocker, { state: 'blocked' }>

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
  const mustBlock = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      mustBlock.current || (asks && currentLocation.pathname !== nextLocation.pathname),
  )
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ readonly held: HeldNavigation; readonly isAnswered: boolean }>()
  // Each navigation has a location of its own. One that was answered stays blocked for a moment.
  if (blocker.state === 'blocked' && blocker.location !== asked?.held.location)
    setAsked({ held: blocker, isAnswered: false })
  const held = asked?.isAnswered ? undefined : asked?.held
  const answer = () => setAsked(asked && { ...asked, isAnswered: true })
  return {
    target: held?.location,
    stay() {
      answer()
      held?.reset()
    },
    leave() {
      if (held === undefined) return
      answer()
      // The router goes on only with what it still blocks, and may have forgotten it since this was drawn. Blocking a
      // navigation to the same place makes it ready for the one that is held, which alone has the form that was sent,
      // or is the step back in the history that was taken.
      mustBlock.current = true
      void navigate(held.location)
      mustBlock.current = false
      held.proceed()
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
