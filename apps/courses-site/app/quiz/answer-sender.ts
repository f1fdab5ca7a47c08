import { browserApi } from '@freeor/site-frame/frame/api'
import { type SendOutcome, sendAnswers } from './send-answers.ts'

/** How long after a failure the next try begins: twice as long each time. */
const FIRST_MS = 1_000
const LONGEST_MS = 30_000

export type AnswerSender = {
  /** Sends what waits now. Fulfils when everything was sent, or could not be. */
  wake(): Promise<SendOutcome>
  stop(): void
}

/** Sends this learner's clicks: when one is added, when the network returns, and again and again while something waits. */
export function startSender(userId: string, onOutcome: (outcome: SendOutcome) => void): AnswerSender {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = FIRST_MS
  let running: Promise<SendOutcome> | undefined
  let isStopped = false

  async function run(): Promise<SendOutcome> {
    clearTimeout(timer)
    const outcome = await sendAnswers(browserApi(), userId).catch((): SendOutcome => 'later')
    running = undefined
    if (isStopped) return outcome
    pause = outcome === 'sent' ? FIRST_MS : Math.min(LONGEST_MS, pause * 2)
    if (outcome !== 'sent') timer = setTimeout(() => void wake(), pause)
    onOutcome(outcome)
    return outcome
  }

  /** A run that is under way may have looked before the newest click was there: another one follows it. */
  async function wake(): Promise<SendOutcome> {
    await running
    running ??= run()
    return await running
  }

  const onReturn = () => {
    pause = FIRST_MS
    void wake()
  }
  window.addEventListener('online', onReturn)
  document.addEventListener('visibilitychange', onReturn)
  void wake()
  return {
    wake,
    stop() {
      isStopped = true
      clearTimeout(timer)
      window.removeEventListener('online', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    },
  }
}
