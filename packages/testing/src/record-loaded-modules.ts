import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Preloaded into a process as `record-loaded-modules?into=FILE`: writes the address of each module it loads into FILE. */
const record = new URL(import.meta.url).searchParams.get('into') ?? ''

registerHooks({
  load(url, context, next) {
    appendFileSync(record, `${url}\n`)
    return next(url, context)
  },
})
