/** One icon a file. The package's own index names six thousand of them, and a build would read each. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  // biome-ignore lint/style/noRestrictedImports: a type alone, which no build reads
  import type { TablerIcon } from '@tabler/icons-react'

  const icon: TablerIcon
  export default icon
}
