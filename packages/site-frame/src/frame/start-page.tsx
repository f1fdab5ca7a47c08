import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { reportError } from '../errors/report-error.ts'
import { holdReload } from './hold-reload.ts'
import { collectTyped } from './typed-before.ts'

/**
 * Lets the script take over the server's page, with what was typed into it until then. Errors while drawing from then on
 * are reported to the error log.
 */
export function startPage(): void {
  const giveBack = collectTyped(document)
  holdReload()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Page onStart={giveBack}>
          <HydratedRouter
            onError={(error, { errorInfo }) => {
              const componentStack = errorInfo?.componentStack
              reportError(error, componentStack ? { componentStack } : {})
            }}
          />
        </Page>
      </StrictMode>,
    )
  })
}

function Page({ onStart, children }: { onStart(): void; children: ReactNode }) {
  useEffect(onStart, [onStart])
  return children
}
