import { plainError, withoutValues } from '@freeor/postgres/plain-error'
import { stdSerializers } from 'pino'

/** How every log of the server writes: no value of a statement, in an error or in a text that was made of one. */
export const logOptions = {
  base: null,
  redact: ['req.headers.cookie', 'req.headers.authorization'],
  serializers: { err: (error: Error) => stdSerializers.err(plainError(error) as Error) },
  formatters: {
    log: (fields: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => {
          if (typeof value === 'string') return [name, withoutValues(value)]
          return [name, name !== 'err' && value instanceof Error ? plainError(value) : value]
        }),
      ),
  },
}
