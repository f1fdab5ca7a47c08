import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Preloaded into a process: writes the address of each module it loads into the file LOADED_MODULES names. */
const record = process.env.LOADED_MODULES ?? ''

registerHooks({
  load(url, context, next) {
    appendFileSync(record, `${url}\n`)
    return next(url, context)
  },
})
