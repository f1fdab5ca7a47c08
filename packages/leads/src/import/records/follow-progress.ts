import type { ImportDeps } from '../import-order.ts'
import { beat, type ImportTicket, isCancelled } from './commands.ts'
import { CutOff } from './retries.ts'

/** How often a running import records in the database that it is alive. */
const beatMilliseconds = 2_000

/**
 * Writes the progress of an import to the database until the function it gives is called.
 * @param onEnded called with the reason when somebody else has ended the import: a super admin at another process, or because
 * this one was taken for dead.
 */
export function followProgress(
  deps: ImportDeps,
  ticket: ImportTicket,
  onEnded: (reason: Error) => void,
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

async function live(deps: ImportDeps, ticket: ImportTicket, onEnded: (reason: Error) => void): Promise<void> {
  await ticket.life.renew()
  if (await beat(deps, ticket)) return
  onEnded((await isCancelled(deps, ticket)) ? new Error('cancelled') : new CutOff('It was ended as dead'))
}
