import { UnstyledButton } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useState } from 'react'
import classes from './undo-toast.module.css'
import type { Undo } from './use-undo.ts'

/** Long enough to read it, find the button and press it; without a limit while the pointer or the focus is in it. */
const shownMilliseconds = 20_000

export type UndoToastProps = { undo: Undo; texts: { undo: string; close: string } }

/** Says what was just removed, with a button that restores it. The live region is in the page before its text. */
export function UndoToast({ undo: { offer, take, end }, texts }: UndoToastProps) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!offer || isHeld) return undefined
    const timer = setTimeout(end, shownMilliseconds)
    return () => clearTimeout(timer)
  }, [offer, isHeld, end])
  // The hold ends when its button is removed: no event reports leaving an element that is gone.
  useEffect(() => {
    if (!offer) setHeld(false)
  }, [offer])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the toast for as long as one is at it
    <div
      className={classes.place}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={offer ? classes.toast : undefined}>
        <span role="status" className={classes.text}>
          {offer?.text}
        </span>
        {offer ? (
          <>
            <UnstyledButton className={classes.button} onClick={take}>
              {texts.undo}
            </UnstyledButton>
            <UnstyledButton
              className={`${classes.button} ${classes.close}`}
              aria-label={texts.close}
              onClick={end}
            >
              <IconX size={16} aria-hidden />
            </UnstyledButton>
          </>
        ) : null}
      </div>
    </div>
  )
}
