import type { BillingTexts } from '../billing-texts.ts'

/** The check of one provider, drawn in a page. */
export type HumanWidget = {
  /** The current answer; undefined before the person was checked and when it is too old. */
  current(): string | undefined
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

/** Keeps what a widget's callbacks give: the newest answer. */
export function openAnswers({ onBroken }: Pick<WidgetOptions, 'onBroken'>) {
  let current: string | undefined
  return {
    current: () => current,
    take(answer: string) {
      onBroken(false)
      current = answer
    },
    /** The current answer is too old or was sent. */
    drop() {
      current = undefined
    },
    fail() {
      onBroken(true)
      current = undefined
    },
  }
}

/** The page's own colours; a widget cannot see them by itself. */
export const themeOfPage = (): 'dark' | 'light' =>
  document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light'
