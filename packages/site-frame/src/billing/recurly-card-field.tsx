import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { BillingTexts } from './billing-texts.ts'
import classes from './card-form.module.css'
import { mountRecurlyCard, type RecurlyKeys } from './recurly-script.ts'
import type { ReadCard } from './use-payment.ts'

type RecurlyCardFieldProps = {
  texts: BillingTexts['card']
  keys: RecurlyKeys
  /** Called with the function that reads the form's card, once their field is there. */
  onReady: (readCard: ReadCard) => void
}

/** Recurly's own field for the card, in a frame of theirs. */
export function RecurlyCardField({ texts, keys, onReady }: RecurlyCardFieldProps) {
  const target = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  const { publicKey, scriptUrl } = keys
  const ready = useRef(onReady)
  useEffect(() => {
    let isGone = false
    let remove: (() => void) | undefined
    if (!target.current) return
    mountRecurlyCard(target.current, { publicKey, scriptUrl }, texts).then(
      (mounted) => {
        remove = mounted.remove
        if (isGone) remove()
        else ready.current(mounted.readCard)
      },
      () => setMissing(true),
    )
    return () => {
      isGone = true
      remove?.()
    }
  }, [publicKey, scriptUrl, texts])
  return (
    <fieldset className={classes.hosted}>
      <Text component="legend" size="sm" fw={500}>
        {texts.number}
      </Text>
      <div ref={target} />
      {isMissing ? <p role="alert">{texts.formMissing}</p> : null}
    </fieldset>
  )
}
