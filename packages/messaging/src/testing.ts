import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { readonly from: string; readonly to: readonly string[]; readonly raw: string }

/** The code of a refusal, or all of its line; `hang` never answers; `drop` ends the connection, `drop-data` after the text. */
export type Verdict = number | `${number} ${string}` | 'hang' | 'drop' | 'drop-data' | undefined

export type TestMailServer = {
  readonly url: string
  readonly received: ReceivedMail[]
  /** Decides each recipient: undefined accepts, otherwise what happens in place of that. */
  judge(decide: (address: string) => Verdict): void
  close(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it is sent, byte for byte. */
export async function startTestMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  let decide: (address: string) => Verdict = () => undefined
  const connections = new Set<Socket>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const verdict = decide(address)
      if (verdict === 'hang') return
      if (verdict === 'drop') return drop()
      if (verdict === undefined || verdict === 'drop-data') return done()
      const [code, ...words] = `${verdict}`.split(' ')
      const error = new Error(words.join(' ') || 'Not now, or never')
      done(Object.assign(error, { responseCode: Number(code) }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        if (rcptTo.some(({ address }) => decide(address) === 'drop-data')) return drop()
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  const drop = () => {
    for (const socket of connections) socket.destroy()
  }
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
