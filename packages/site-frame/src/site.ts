import type { MantineThemeOverride } from '@mantine/core'
import type { ComponentType } from 'react'
import type { AccountTexts, LoginTexts, ResetTexts, SignupTexts } from './account/account-texts.ts'
import type { ErrorTexts } from './errors/error-texts.ts'

/** The words that the shared pages take from a site's catalogue. */
export type SiteTexts = {
  titleOf(page: string): string
  nav: Readonly<Record<'login' | 'signup' | 'logout' | 'terms' | 'privacy', string>>
  account: AccountTexts
  login: LoginTexts
  signup: SignupTexts
  reset: ResetTexts
  states: ErrorTexts
}

/** All that makes one site of the family another one than its sister. Each site makes one and hands it down. */
export type Site = {
  texts: SiteTexts
  theme: MantineThemeOverride
  /** Where a visitor comes to after logging in, unless they were on their way elsewhere. */
  home: string
  /** Pages that need to know who is here before they can be shown, with all below them. */
  accountPages: readonly string[]
  /** Drawings of the error screens: nothing at this address, not for everyone, gone wrong. */
  pictures: { nothing: ComponentType; locked: ComponentType; broken: ComponentType }
}
