import type { BillingTexts } from '../billing-texts.ts'

/** The check of one provider, drawn in a page. */
export type HumanWidget = {
  /** The current answer; undefined before the person was checked and when it is too old. */
  current(): string | undefined
  /** Begins anew and waits for one more answer; undefined when that fails. */
  another(): Promise<string | undefined>
  /** Begins anew: each answer is good for one pass. */
  reset(): void
  remove(): void
}

export type WidgetOptions = {
  /** Where the widget draws itself. */
  host: HTMLElement
  /** Names us to the provider. */
  siteKey: string
  texts: BillingTexts['human']
  /** The check itself broke (true), or works again. */
  onBroken: (isBroken: boolean) => void
}

/** Keeps what a widget's callbacks give: the newest answer, and the promise of the next one. */
export function openAnswers({ onBroken }: Pick<WidgetOptions, 'onBroken'>) {
  let current: string | undefined
  let waiting: ((answer: string | undefined) => void) | undefined
  const settle = (answer: string | undefined) => {
    current = answer
    waiting?.(answer)
    waiting = undefined
  }
  return {
    current: () => current,
    take(answer: string) {
      onBroken(false)
      settle(answer)
    },
    /** The current answer is too old or was sent; a waiting call goes on waiting. */
    drop() {
      current = undefined
    },
    fail() {
      onBroken(true)
      settle(undefined)
    },
    /** The next answer. Only one call waits at a time: a form is sent once at a time. */
    next: () =>
      new Promise<string | undefined>((resolve) => {
        current = undefined
        waiting = resolve
      }),
  }
}

/** The page's own colours; a widget cannot see them by itself. */
export const themeOfPage = (): 'dark' | 'light' =>
  document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light'
