import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dkimKeyProblem } from '@freeor/messaging/dkim'
import { openFolderMailer } from '@freeor/messaging/folder'
import type { Mailer, Sender } from '@freeor/messaging/ports'
import { openReturnPath } from '@freeor/messaging/return-path'
import { openSmtpMailer } from '@freeor/messaging/smtp'
import { type Config, ConfigError } from './config.ts'
import type { Deps } from './deps.ts'

/** Where mail leaves to and how it comes back. @throws ConfigError for a key that cannot sign or a folder that is none */
export async function openMail(
  config: Config,
  secret: string,
): Promise<Pick<Deps, 'mailer' | 'inboundMail'>> {
  const { bounceDomain, ...inbound } = config.inboundMail
  await requireFolder(inbound.folder)
  const returnPath = bounceDomain === undefined ? undefined : openReturnPath({ secret, domain: bounceDomain })
  const from: Sender = { ...config.mailFrom, dkim: await readDkimKey(config), returnPath }
  return { mailer: openMailer(config, from), inboundMail: { ...inbound, returnPath } }
}

/** One that is not there would be read each minute without a word, and no mail be taken in. */
async function requireFolder(folder: string | undefined): Promise<void> {
  if (folder === undefined) return
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isThere) throw new ConfigError(`INBOUND_MAIL_FOLDER: there is no folder ${folder}`)
}

function openMailer(config: Config, from: Sender): Mailer {
  const choice = config.mail
  switch (choice.kind) {
    case 'folder':
      return openFolderMailer({ dir: join(config.dataDir, 'mail'), from })
    case 'smtp':
      return openSmtpMailer({ url: choice.url, from })
    default:
      return choice satisfies never
  }
}

/** The key of the configuration with its domain and selector. @throws ConfigError for a file that holds none */
export async function readDkimKey({ dkim }: Pick<Config, 'dkim'>): Promise<Sender['dkim']> {
  if (dkim === undefined) return undefined
  const { keyFile, domain, selector } = dkim
  const privateKey = await readFile(keyFile, 'utf8').catch(() => undefined)
  const problem = privateKey === undefined ? 'cannot be read' : dkimKeyProblem(privateKey)
  if (privateKey === undefined || problem)
    throw new ConfigError(`DKIM_KEY_FILE: the file ${keyFile} ${problem}`)
  return { domain, selector, privateKey }
}
