import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { browserApi } from '../frame/api.ts'
import type { BillingTexts } from './billing-texts.ts'
import classes from './card-form.module.css'

/** What a form asks of the check before it is sent. */
export type HumanCheckHandle = {
  /** This many answers, each good for one pass; undefined when the person has not been checked or the check failed. */
  takeAnswers(count: number): Promise<string[] | undefined>
}

/** What we use of the widget and of the words it speaks. */
type Widget = HTMLElement & {
  reset(): void
  verify(): Promise<{ payload: string } | null>
}
type Words = Record<string, string>
type Altcha = {
  defaults: { set(defaults: Readonly<Record<string, unknown>>): void }
  i18n: { get(language: string): Words; set(language: string, words: Words): void }
}

const challengePath = '/api/v2/human_challenge'

/** The widget asks its address for a task; ours lies inside an answer that also names the provider. */
async function fetchChallenge(): Promise<Response> {
  const { data, response } = await browserApi().GET(challengePath)
  return data?.challenge ? Response.json(data.challenge) : new Response(null, { status: response.status })
}

/** The self-hosted widget in this element. Loaded only where it is needed. */
async function placeWidget(host: HTMLElement, texts: BillingTexts['human']): Promise<Widget> {
  await import('altcha')
  const { label, verifying, verified, waiting, failed, expired, required } = texts
  const own = { label, verifying, verified, waitAlert: waiting, error: failed, expired }
  const { $altcha } = globalThis as typeof globalThis & { $altcha: Altcha }
  $altcha.i18n.set('en', { ...$altcha.i18n.get('en'), ...own, verificationRequired: required })
  // Before the element is there: its own methods come only after it was drawn.
  $altcha.defaults.set({
    challenge: challengePath,
    fetch: fetchChallenge,
    hideFooter: true,
    hideLogo: true,
    // Says nothing about how somebody moves or scrolls: the work alone is the proof.
    humanInteractionSignature: false,
  })
  const widget = document.createElement('altcha-widget') as Widget
  widget.setAttribute('language', 'en')
  host.replaceChildren(widget)
  return widget
}

/** The human check. Solving is work of the browser's, so whoever was checked once gives a second answer unasked. */
export function HumanCheck({ texts, ref }: { texts: BillingTexts['human']; ref: Ref<HumanCheckHandle> }) {
  const host = useRef<HTMLDivElement>(null)
  const widget = useRef<Widget>(null)
  const payload = useRef<string>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const remember = (event: Event) => {
      const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
      const { payload: told } = (detail ?? {}) as { payload?: unknown }
      payload.current = typeof told === 'string' ? told : null
    }
    element.addEventListener('verified', remember, true)
    element.addEventListener('statechange', remember, true)
    placeWidget(element, texts).then(
      (placed) => {
        widget.current = placed
      },
      () => setMissing(true),
    )
    return () => {
      element.removeEventListener('verified', remember, true)
      element.removeEventListener('statechange', remember, true)
    }
  }, [texts])
  useImperativeHandle(ref, () => ({
    async takeAnswers(count) {
      const answers = payload.current === null ? [] : [payload.current]
      const solver = widget.current
      if (!solver || answers.length === 0) return undefined
      while (answers.length < count) {
        solver.reset()
        const next = await solver.verify()
        if (!next) return undefined
        answers.push(next.payload)
      }
      // Each is spent by being sent.
      solver.reset()
      payload.current = null
      return answers
    },
  }))
  return (
    <>
      <div ref={host} className={classes.human} />
      {isMissing ? <p role="alert">{texts.unsupported}</p> : null}
    </>
  )
}
