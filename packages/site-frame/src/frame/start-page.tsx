import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { reportError } from '../errors/report-error.ts'

/** Lets the script take over the server's page. Errors while drawing from then on are reported to the error log. */
export function startPage(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter
          onError={(error, { errorInfo }) => {
            const componentStack = errorInfo?.componentStack
            reportError(error, componentStack ? { componentStack } : {})
          }}
        />
      </StrictMode>,
    )
  })
}
