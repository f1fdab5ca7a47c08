let known: string | undefined

/** Keeps the support address in the browser, for the error screen of a page whose own data did not arrive. */
export function rememberSupportEmail(email: string): void {
  if (typeof document !== 'undefined') known = email
}

/** The address a page of this visit last knew. */
export const rememberedSupportEmail = (): string | undefined => known
