import { Loader } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './wait-screen.module.css'

export type WaitScreenProps = {
  /** Whether something is being waited for now. */
  isWaiting: boolean
  text: string
  children: ReactNode
}

/** Shorter waits are not shown: a screen that only flashes is worse than none. */
const patience = 200

/** True once `isOn` has been true for so many milliseconds without a break. */
function useLasting(isOn: boolean, milliseconds: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => setLasted(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isOn, milliseconds])
  return isOn && hasLasted
}

/** A page, and over it a screen that says what the user waits for, once the wait is long enough to be noticed. */
export function WaitScreen({ isWaiting, text, children }: WaitScreenProps) {
  const isShown = useLasting(isWaiting, patience)
  return (
    <>
      <WaitNotice isShown={isShown} text={text} />
      {/* The page stays mounted: a wait that is aborted loses nothing that was typed. */}
      <div className={classes.page} inert={isShown}>
        {children}
      </div>
    </>
  )
}

/** The live region is there before its text, as screen readers announce changes, not arrivals. */
export function WaitNotice({ isShown, text }: { isShown: boolean; text: string }) {
  return (
    <div role="status" className={isShown ? classes.screen : undefined}>
      {isShown ? (
        <>
          <Loader aria-hidden />
          <p className={classes.text}>{text}</p>
        </>
      ) : null}
    </div>
  )
}
