import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { composeMessage } from './compose-message.ts'
import type { Mailer, Sender } from './ports.ts'

/**
 * Writes each mail into the folder `dir` instead of sending it: `<id>.eml`, as it would go over the wire, and
 * `<id>.html`, to look at. A repeated sending writes the same files again.
 */
export function openFolderMailer({ dir, from }: { dir: string; from: Sender }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    isOutgoing: false,
    async send(mail) {
      const { message } = await transport.sendMail(composeMessage(mail, from))
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 })
        await writeWhole(join(dir, `${mail.id}.html`), mail.html)
        await writeWhole(join(dir, `${mail.id}.eml`), message)
        return { status: 'accepted' }
      } catch (error) {
        return { status: 'deferred', reason: `The mail could not be written: ${String(error)}` }
      }
    },
  }
}

async function writeWhole(path: string, content: unknown): Promise<void> {
  if (typeof content !== 'string' && !Buffer.isBuffer(content))
    throw new TypeError('The message is not in memory')
  const part = `${path}.${randomUUID()}.part`
  try {
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
}
