import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { readonly from: string; readonly to: readonly string[]; readonly raw: string }

export type TestMailServer = {
  readonly url: string
  readonly received: ReceivedMail[]
  /** Decides each recipient: undefined accepts, otherwise the reply's code; 'hang' never answers. */
  judge(decide: (address: string) => number | 'hang' | undefined): void
  close(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it is sent, byte for byte. */
export async function startTestMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  let decide: (address: string) => number | 'hang' | undefined = () => undefined
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const verdict = decide(address)
      if (verdict === 'hang') return
      if (verdict === undefined) done()
      else done(Object.assign(new Error('Not now, or never'), { responseCode: verdict }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  // What a client does that disconnects midway is its own problem.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    judge(next) {
      decide = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
