import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  type Blocker,
  type Location,
  useBeforeUnload,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'
import type { LeaveQuestion } from './leave-question.tsx'
import type { LeaveTexts } from './leave-texts.ts'
import { PageAsksContext, UnsavedWorkProvider, useNotedWork } from './unsaved-work.ts'

/**
 * Around a page: asks before it is left with unsaved work, by a link as well as by closing the window. The router takes
 * one blocker at a time, so there is one question for all that is on the page.
 */
export function LeaveWarning({ children }: { children: ReactNode }) {
  const { texts, note } = useNotedWork()
  const { pathname } = useLocation()
  const [isAsking, setAsking] = useState(false)
  return (
    <UnsavedWorkProvider value={note}>
      <PageAsksContext value={isAsking}>
        {children}
        {/* What was asked about one page is not asked on the next one. */}
        <PageQuestion key={pathname} texts={texts} onAsking={setAsking} />
      </PageAsksContext>
    </UnsavedWorkProvider>
  )
}

type PageQuestionProps = { texts: LeaveTexts | undefined; onAsking: (isAsking: boolean) => void }

/**
 * Sending a form of the page does not count as leaving. While a form is sent and the page is read again, only what was
 * typed since is asked about: the page says that it is saved before it has read what is saved now.
 */
function PageQuestion({ texts, onAsking }: PageQuestionProps) {
  const isSent = useNavigation().formData !== undefined
  const isTypedSince = useTypedDuring(isSent)
  const asks = texts !== undefined && (!isSent || isTypedSince)
  const { target, stay, leave } = useQuestion(asks)
  const isAsked = target !== undefined
  // Nobody is held up by a question that cannot be shown.
  const Question = useLoadedQuestion({ isNeeded: texts !== undefined, isAsked, onLost: leave })
  useLayoutEffect(() => {
    onAsking(isAsked)
    return () => onAsking(false)
  }, [onAsking, isAsked])
  useBeforeUnload(
    useCallback(
      (event) => {
        if (asks) event.preventDefault()
      },
      [asks],
    ),
  )
  // The page may say that it is saved while somebody reads the question.
  const [asked, setAsked] = useState(texts)
  if (texts && texts !== asked) setAsked(texts)
  return isAsked && Question && asked ? <Question texts={asked} onStay={stay} onLeave={leave} /> : null
}

type Loading = { isNeeded: boolean; isAsked: boolean; onLost: () => void }

/**
 * The question is loaded once there is something to lose, as most pages are read and left and carry no dialog box. It is
 * tried again when it is asked; `onLost` is called when it does not come then.
 */
function useLoadedQuestion({ isNeeded, isAsked, onLost }: Loading): typeof LeaveQuestion | undefined {
  const [Question, setQuestion] = useState<typeof LeaveQuestion>()
  const isMissing = (isNeeded || isAsked) && Question === undefined
  const giveUp = useEffectEvent(onLost)
  useEffect(() => {
    if (!isMissing) return
    import('./leave-question.tsx').then(
      (loaded) => setQuestion(() => loaded.LeaveQuestion),
      () => {
        if (isAsked) giveUp()
      },
    )
  }, [isMissing, isAsked])
  return Question
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
