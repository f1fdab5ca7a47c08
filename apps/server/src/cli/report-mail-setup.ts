import { resolve } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { checkMailSetup, type Resolver } from '@freeor/messaging/check-setup'
import type { Config } from '../config.ts'
import { readDkimKey } from '../open-mail.ts'
import { UsageError } from './command.ts'

type Asked = { readonly [name: string]: string | boolean | undefined }

/** Says what receivers would find of our mail. @returns the exit code */
export async function reportMailSetup(
  config: Config,
  { ip, message, json }: Asked,
  // A test's; the DNS of this machine unless told.
  resolver: Resolver = async (name, type) => (await resolve(name, type)) as string[] | string[][],
): Promise<number> {
  if (ip !== undefined && isIP(String(ip)) === 0) throw new UsageError(`--ip ${ip} is no IP address`)
  const { name, address } = config.mailFrom
  const found = await checkMailSetup({
    from: { name, address, dkim: await readDkimKey(config) },
    bounceDomain: config.inboundMail.bounceDomain,
    ip: ip === undefined ? await findServerAddress(config, resolver) : String(ip),
    message: message === undefined ? undefined : await readFile(String(message)),
    resolver,
  })
  const ok = found.every((one) => one.ok)
  if (json === true) process.stdout.write(`${JSON.stringify({ ok, mail: found })}\n`)
  else
    for (const { id, ok: isRight, detail } of found)
      process.stdout.write(`${isRight ? 'ok  ' : 'FAIL'} ${id.padEnd(7)} ${detail}\n`)
  return ok ? 0 : 1
}

/** The mail server's own address, which mail leaves from unless it hands it on. On this machine it would be of no use. */
async function findServerAddress({ mail }: Config, resolver: Resolver): Promise<string | undefined> {
  if (mail.kind !== 'smtp') return undefined
  const host = new URL(mail.url).hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [host] : await resolver(host, 'A').catch(() => [])
  const [address] = found.flat()
  const isHere = address === undefined || host === 'localhost' || /^(127\.|::1$)/.test(address)
  return isHere ? undefined : address
}
