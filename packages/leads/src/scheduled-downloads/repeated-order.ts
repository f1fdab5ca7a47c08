import type { DownloadInput } from '../downloads/ports.ts'
import { downloadRequest } from '../downloads/schema.ts'
import type { RepeatedOrder } from './schema.ts'

/** The order of a due time: all leads, or those that are new or have changed since a version. */
export function orderSince(order: RepeatedOrder, version: number | null): DownloadInput {
  const input = downloadRequest.parse(order)
  if (version === null) return input
  const delta = `(since:v${version} or changed:v${version})`
  return { ...input, q: input.q === '' ? delta : `(${input.q}) ${delta}` }
}
