export function describeFailures(root: string, result: object): string[]
export function describeTimes(
  root: string,
  steps: readonly { readonly name: string; readonly ms: number }[],
  results: readonly object[],
): string
export function quickRunOf(
  paths: readonly string[],
  since: string,
): { args: string[]; needsBuild: boolean } | undefined
