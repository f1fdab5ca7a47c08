export function findSiteNames(file: {
  readonly path: string
  readonly text: string
  readonly sites: readonly string[]
}): string[]
