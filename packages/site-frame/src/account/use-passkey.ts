import { useHydrated } from '@freeor/ui/use-hydrated'
import { useState } from 'react'
import { useSubmit } from 'react-router'

/** What the API gives a browser for a passkey. */
export type PasskeyOptions = { readonly challenge: string }

/**
 * A browser that has passkeys, at an address that may have them: a host name, without plain http except on localhost.
 */
const isSupported = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^(\[|[\d.]+$)/.test(window.location.hostname)

export type PasskeyStep = {
  /** Gives the options, from a click or from the page's own data. */
  readonly options: () => Promise<PasskeyOptions>
  /** A new passkey is made; by default an existing one is used. */
  readonly isNew?: boolean
  /** Another page's action; by default the page's own. */
  readonly action?: string
  /** Sent to the page's action with the browser's answer, which is its `credential`. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Has the browser make or use a passkey, and sends its answer to the page's action. `failure`: why that did not
 * succeed, in the words of the API; `cancelled` where the person or the browser gave up.
 */
export function usePasskey({ cancelled }: { readonly cancelled: string }) {
  const submit = useSubmit()
  const hydrated = useHydrated()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ask = async ({ options, isNew = false, action, fields }: PasskeyStep): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
      const optionsJSON = (await options()) as never
      const credential = isNew
        ? await startRegistration({ optionsJSON })
        : await startAuthentication({ optionsJSON })
      await submit(
        { ...fields, credential: JSON.stringify(credential) },
        { method: 'post', ...(action && { action }) },
      )
    } catch (error) {
      setFailure(isFromApi(error) ? error.message : cancelled)
    } finally {
      setBusy(false)
    }
  }
  return { isOffered: hydrated && isSupported(), ask, failure, busy }
}

/** The API's sentences are for people; a browser's are not. */
const isFromApi = (error: unknown): error is Error => error instanceof Error && error.name === 'ApiProblem'
