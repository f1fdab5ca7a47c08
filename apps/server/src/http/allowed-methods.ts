import type { AnyOperation } from './operation.ts'

type Known = Pick<AnyOperation, 'method' | 'path'>

/** What may be done at a path of the API, as an `Allow` header lists it; undefined where there is nothing. */
export function openAllowedMethods(operations: readonly Known[]): (path: string) => string | undefined {
  const patterns = operations.map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return (path) => {
    const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.size === 0) return undefined
    // Every GET answers a HEAD.
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods].toSorted().join(', ')
  }
}
