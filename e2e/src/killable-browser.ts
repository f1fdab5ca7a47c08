import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserArguments } from './browser.ts'
import { patience } from './search-screen.ts'

export type KillableBrowser = {
  /** A browser on this profile, which may have been used before. */
  start(): Promise<BrowserContext>
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>
  remove(): Promise<void>
}

/** A browser with a profile on the disk, for what must outlive a crash. */
export async function killableBrowser(): Promise<KillableBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'freeor-profile-'))
  const executablePath = process.env.CHROMIUM_PATH
  let context: BrowserContext | undefined
  return {
    async start() {
      context = await chromium.launchPersistentContext(profile, {
        ...(executablePath ? { executablePath } : {}),
        args: browserArguments,
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(60_000)
      return context
    },
    async kill() {
      const closed = context?.waitForEvent('close')
      process.kill(await findBrowser(profile), 'SIGKILL')
      await closed
    },
    async remove() {
      await context?.close().catch(() => undefined)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Until the drafts of this IndexedDB database hold these words: what is there outlives the process. */
export async function keptOnDisk(page: Page, database: string, words: string): Promise<void> {
  // Not `waitForFunction`, which takes the promise for the answer.
  await expect.poll(async () => await page.evaluate(readDrafts, database), patience).toContain(words)
}

const readDrafts = async (name: string): Promise<string> => {
  // To open one that is not there would make it, without the stores that the page makes.
  const isThere = (await indexedDB.databases()).some((database) => database.name === name)
  if (!isThere) return ''
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await settled(indexedDB.open(name))
  const drafts = settled(database.transaction('drafts').objectStore('drafts').getAll())
  database.close()
  return JSON.stringify(await drafts)
}

/** The browser's own process; its helpers have a `--type`. A script that starts it has the same arguments, and a lower id. */
async function findBrowser(profile: string): Promise<number> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='))
      found.push(Number(pid))
  }
  if (found.length === 0) throw new Error(`No browser runs on ${profile}`)
  return Math.max(...found)
}
