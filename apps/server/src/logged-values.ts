import { stdSerializers } from 'pino'

/** What an error of a statement has beside its message: the values, which are people's data, and rows that hold some. */
const told = ['params', 'parameters', 'query', 'detail', 'where', 'hint', 'internalQuery']

/** Drizzle writes the values below the statement. */
const VALUES = /\nparams:[\s\S]*/

const withoutValues = (text: string): string => text.replace(VALUES, '')

/** Where it was thrown, without the message that a stack begins with. */
const framesOf = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/**
 * An error as it may be logged. A statement that fails names the values it was sent with: of a session that is looked up
 * while the database is away, its token.
 */
function plainError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 10) return error
  const message = withoutValues(error.message)
  const stack =
    message === error.message ? error.stack : `${error.name}: ${message}\n${framesOf(error.stack)}`
  const plain = Object.create(Object.getPrototypeOf(error), Object.getOwnPropertyDescriptors(error)) as Error
  const set = (name: string, value: unknown, enumerable = false) =>
    Object.defineProperty(plain, name, { value, enumerable, configurable: true, writable: true })
  for (const name of told) if (name in plain) Reflect.deleteProperty(plain, name)
  set('message', message)
  set('stack', stack)
  if (error.cause !== undefined) set('cause', plainError(error.cause, depth + 1))
  if (error instanceof AggregateError)
    set(
      'errors',
      error.errors.map((one) => plainError(one, depth + 1)),
    )
  return plain
}

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
