import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SmsSender } from './ports.ts'

/** Writes each message into the folder `dir` instead of sending it: `<id>.txt`. A repeated sending writes it again. */
export function openSmsFolder(dir: string): SmsSender {
  return {
    async send({ id, to, text }) {
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 })
        await writeFile(join(dir, `${id}.txt`), `To: ${to}\n\n${text}\n`, { mode: 0o600 })
        return { status: 'accepted' }
      } catch (error) {
        return { status: 'deferred', reason: `The message could not be written: ${String(error)}` }
      }
    },
  }
}
