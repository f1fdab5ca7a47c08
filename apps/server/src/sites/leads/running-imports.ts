import type { ImportDeps, ImportOrder } from '@freeor/leads/import/commands'
import { importLeads } from '@freeor/leads/import/commands'
import { CutOff } from '@freeor/leads/import/records/retries'
import type { ImportProgress } from '@freeor/leads/import/schema'

type Running = { cancel: AbortController; ended: Promise<void>; progress: ImportProgress }

/** The imports that this process runs for its admin page. Their records and outcomes are in the database. */
export type RunningImports = {
  /** Begins an import and comes back once its record is there. @throws what `importLeads` refuses before that */
  start(order: Omit<ImportOrder, 'signal' | 'onProgress' | 'onBegun'>): Promise<string>
  /** The progress of an import of this process, fresher than its record. */
  progressOf(importId: string): ImportProgress | undefined
  /** True when the import runs in this process and now ends. */
  cancel(importId: string): boolean
  /** Ends all of them: the process stops. Those of uploads are begun again by the next one. */
  stop(): Promise<void>
}

/** @param onImported runs after each import that made a new version */
export function openRunningImports(deps: ImportDeps, onImported: () => void): RunningImports {
  const running = new Map<string, Running>()

  function start(order: Omit<ImportOrder, 'signal' | 'onProgress' | 'onBegun'>): Promise<string> {
    const cancel = new AbortController()
    return new Promise<string>((resolve, reject) => {
      let importId: string | undefined
      const ended = importLeads(deps, {
        ...order,
        signal: cancel.signal,
        onBegun: (id, progress) => {
          importId = id
          running.set(id, { cancel, ended, progress })
          resolve(id)
        },
        onProgress: (progress) => {
          const own = importId === undefined ? undefined : running.get(importId)
          if (own) own.progress = progress
        },
      }).then(
        onImported,
        // A failure after the beginning is in the import's record.
        (error: unknown) => reject(error),
      )
      void ended.finally(() => {
        if (importId !== undefined) running.delete(importId)
      })
    })
  }

  return {
    start,
    progressOf: (importId) => running.get(importId)?.progress,
    cancel(importId) {
      const own = running.get(importId)
      own?.cancel.abort(new Error('cancelled'))
      return own !== undefined
    },
    async stop() {
      const all = [...running.values()]
      for (const { cancel } of all) cancel.abort(new CutOff('The server was stopped'))
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
