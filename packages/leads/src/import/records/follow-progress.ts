import type { ImportDeps } from '../import-order.ts'
import { beat, type ImportTicket } from './commands.ts'

/** How often a running import records in the database that it is alive. */
const beatMilliseconds = 2_000

/**
 * Writes the progress of an import to the database until the function it gives is called.
 * @param onEnded called when somebody else has ended the import: this process was taken for dead.
 */
export function followProgress(
  deps: ImportDeps,
  ticket: ImportTicket,
  onEnded: () => void,
): () => Promise<void> {
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    writing = live(deps, ticket, onEnded).catch((error: unknown) => {
      deps.log('The progress of an import could not be written', {
        importId: ticket.id,
        error: String(error),
      })
    })
  }, beatMilliseconds)
  return async () => {
    clearInterval(timer)
    await writing
    ticket.life.end()
  }
}

async function live(deps: ImportDeps, ticket: ImportTicket, onEnded: () => void): Promise<void> {
  await ticket.life.renew()
  if (!(await beat(deps, ticket))) onEnded()
}
