/** What an error screen and an error report say of the page they are about. */
export type LastPage = {
  supportEmail: string
  /** The id of the request that answered the page, or the part of it that came last. */
  requestId: string
}

let last: LastPage | undefined

/** Keeps it in the browser, for the error screen of a page whose own data did not arrive, and for the report of it. */
export function rememberPage({ supportEmail, requestId }: LastPage): void {
  if (typeof document !== 'undefined') last = { supportEmail, requestId }
}

/** What a page of this visit last knew. */
export const rememberedPage = (): LastPage | undefined => last
