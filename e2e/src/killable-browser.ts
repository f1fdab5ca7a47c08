import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { browserArguments } from './browser.ts'

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
      context.setDefaultTimeout(45_000)
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
  const asked = [database, words] as const
  await page.waitForFunction(
    ([name, text]) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => resolve(false)
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(all.result).includes(text))
          }
        }
      }),
    asked,
  )
}

/** The browser's own process; its helpers have a `--type`. */
async function findBrowser(profile: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=')) return Number(pid)
  }
  throw new Error(`No browser runs on ${profile}`)
}
