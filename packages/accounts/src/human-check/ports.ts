/** What a page needs to put the check before a person. */
export type HumanCheckWidget =
  | { readonly provider: 'altcha' }
  | { readonly provider: 'turnstile' | 'recaptcha'; readonly siteKey: string }

/** What became of an answer. `spendOnce` is set where the provider would take the same answer again. */
export type HumanVerdict =
  | { readonly status: 'human'; readonly spendOnce?: { readonly key: string; readonly expiresAt: Date } }
  | { readonly status: 'refused' }

export interface HumanCheck {
  readonly widget: HumanCheckWidget
  /** A new task for the browser; undefined where the provider's own script sets it. */
  challenge(): Promise<Record<string, unknown> | undefined>
  /**
   * Whether the answer is one the provider stands for. A word of the client's own counts for nothing.
   * @throws AppError unavailable when the provider cannot be asked
   */
  verify(answer: string, clientAddress: string): Promise<HumanVerdict>
}
