import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { reportError } from '../errors/report-error.ts'

/** Lets the script take the server's page over. What then goes wrong while drawing is told to the error log. */
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
