import { createRequire } from 'node:module'

/** Of the root package.json. */
export const version: string = createRequire(import.meta.url)('../../../package.json').version
