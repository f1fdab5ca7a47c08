import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { askEngines, type EngineStates, type Engines } from '../ask-engines.ts'
import type { Deps } from '../deps.ts'
import { serverCaches } from '../limits.ts'
import { repeat } from '../repeat.ts'

const ASK_EVERY_MS = 500

const cacheOf = cachePerOwner<Engines, EngineStates, []>(() => new Cache<EngineStates>(serverCaches.health))

/** What the engines answered last, at most two seconds ago. They are asked only where nothing watches them. */
export const readEngineStates = async (engines: Engines): Promise<EngineStates> =>
  await cacheOf(engines).load('engines', async () => await askEngines(engines))

/**
 * Asks the engines twice a second, so that the health call waits for nothing: under load a statement waits for a
 * connection, and a process that answers late is taken for a broken one.
 * @param onStates told each answer
 * @returns ends it
 */
export const watchEngines = (
  engines: Engines & Pick<Deps, 'log'>,
  onStates: (states: EngineStates) => void,
): (() => Promise<void>) =>
  repeat(
    async () => {
      const states = await askEngines(engines)
      cacheOf(engines).set('engines', states)
      onStates(states)
    },
    {
      everyMs: ASK_EVERY_MS,
      onError: (error) => engines.log.warn({ error: String(error) }, 'The engines could not be asked'),
    },
  )
