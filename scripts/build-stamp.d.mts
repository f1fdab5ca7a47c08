export function foldersOf(root: string, name: string): string[]
export function fingerprint(root: string, paths: readonly string[]): string
