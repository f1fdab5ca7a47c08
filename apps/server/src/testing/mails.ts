import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { TestSystem } from './test-system.ts'

/** A mail to an address that says `what`, as the mail folder keeps it, once it is there. */
export async function mailTo({ config }: TestSystem, email: string, what = /./): Promise<string> {
  const folder = join(config.dataDir, 'mail')
  return await vi.waitFor(
    async () => {
      for (const file of (await readdir(folder)).filter((name) => name.endsWith('.eml'))) {
        const text = (await readFile(join(folder, file), 'utf8'))
          .replaceAll('=\r\n', '')
          .replaceAll('=3D', '=')
        if (text.includes(`To: ${email}`) && what.test(text)) return text
      }
      throw new Error(`No mail to ${email}`)
    },
    { timeout: 60_000, interval: 50 },
  )
}
