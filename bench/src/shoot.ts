import autocannon from 'autocannon'
import type { Load } from './logins.ts'

export type Shot = {
  name: string
  url: string
  seconds: number
  connections: number
  headers?: Record<string, string>
}

/** Each connection asks again when it was answered, and has its own client address. */
export async function shoot({ name, headers, seconds, ...shot }: Shot): Promise<Load> {
  const ms: number[] = []
  let client = 0
  const result = await autocannon({
    ...shot,
    duration: seconds,
    setupClient: (connection) => {
      client += 1
      connection.setHeaders({ ...headers, 'x-forwarded-for': `10.200.${client >> 8}.${client & 255}` })
      connection.on('response', (status, _bytes, took) => void (status < 400 && ms.push(took)))
    },
  })
  const other = Object.entries(result.statusCodeStats).filter(([status]) => !status.startsWith('2'))
  const errors = result.errors > 0 ? [`${result.errors} broken`] : []
  return {
    name,
    perSecond: ms.length / result.duration,
    ms,
    other: [...other.map(([status, { count }]) => `${count} x ${status}`), ...errors].join(', '),
  }
}
