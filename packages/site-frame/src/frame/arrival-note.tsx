import { Anchor, CloseButton } from '@mantine/core'
import { useSearchParams } from 'react-router'
import classes from './arrival-note.module.css'
import { useSite } from './site-context.ts'
import { tellUnanswered, useUnanswered } from './unanswered.ts'

/** In the address of the page after a changed password. */
export const passwordChanged = 'password=changed'

/** What was just done on the page before. It stays until it is closed or the user goes to another page. */
export function ArrivalNote() {
  const site = useSite()
  const [params, setParams] = useSearchParams()
  const isShown = params.get('password') === 'changed'
  const close = () => {
    params.delete('password')
    setParams(params, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={classes.place}>
      <UnansweredNote />
      <div className={isShown ? classes.note : undefined} role="status">
        {isShown ? (
          <>
            {site.texts.arrival.passwordChanged}
            <CloseButton aria-label={site.texts.arrival.close} onClick={close} />
          </>
        ) : null}
      </div>
    </div>
  )
}

/** What the site did not answer, until it answers or the note is closed: the page is as it was. */
function UnansweredNote() {
  const { arrival, states } = useSite().texts
  const { unanswered: words, close } = arrival
  const unanswered = useUnanswered()
  return (
    <div className={unanswered ? classes.note : undefined} role="alert">
      {unanswered ? (
        <>
          <span>
            {unanswered.said
              ? `${unanswered.said.replace(/[.!?]?$/, '.')} ${words.kept}`
              : words[unanswered.what]}{' '}
            {unanswered.what === 'session' ? (
              <Anchor href="/login" target="_blank">
                {states.memberLogin}
              </Anchor>
            ) : null}
          </span>
          <CloseButton aria-label={close} onClick={() => tellUnanswered(undefined)} />
        </>
      ) : null}
    </div>
  )
}
