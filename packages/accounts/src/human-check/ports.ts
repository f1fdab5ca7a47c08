/** What a page needs to show the check. */
export type HumanCheckWidget =
  | { readonly provider: 'altcha' }
  | { readonly provider: 'turnstile' | 'recaptcha'; readonly siteKey: string }

/** The result of checking an answer. `spendOnce` is set where the provider would accept the same answer again. */
export type HumanVerdict =
  | { readonly status: 'human'; readonly spendOnce?: { readonly key: string; readonly expiresAt: Date } }
  | { readonly status: 'refused' }

export interface HumanCheck {
  readonly widget: HumanCheckWidget
  /** A new task for the browser; undefined where the provider's own script sets it. */
  challenge(): Promise<Record<string, unknown> | undefined>
  /**
   * Whether the provider confirms the answer. What the client itself claims counts for nothing.
   * @throws AppError unavailable when the provider cannot be reached
   */
  verify(answer: string, clientAddress: string): Promise<HumanVerdict>
}
