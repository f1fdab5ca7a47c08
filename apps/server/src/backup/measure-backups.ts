import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import type { Clock } from '@freeor/kernel/clock'
import { serverCaches } from '../limits.ts'
import type { BackupAges } from './backup-ages.ts'
import type { BackupsOfServer } from './store-backup.ts'

type Times = { readonly newest: number; readonly drill: number }

const cacheOf = cachePerOwner<BackupsOfServer, Times, []>(() => new Cache<Times>(serverCaches.backups))

const read = async ({ stored }: BackupsOfServer): Promise<Times> => {
  const [[newest], drill] = await Promise.all([stored.list(), stored.readDrill()])
  return {
    newest: newest?.madeAt.getTime() ?? Number.NEGATIVE_INFINITY,
    drill: drill?.ok ? Date.parse(drill.at) : Number.NEGATIVE_INFINITY,
  }
}

/** How old the newest backup is, and the last drill if it went well. The store is asked once in five minutes. */
export async function measureBackups(
  { clock }: { readonly clock: Clock },
  backups: BackupsOfServer,
): Promise<BackupAges> {
  const times = await cacheOf(backups).load('times', async () => await read(backups))
  const now = clock.now().getTime()
  return { newest: (now - times.newest) / 1000, drill: (now - times.drill) / 1000 }
}
