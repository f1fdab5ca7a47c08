import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // All that the pages need is made ready for the browser at the first start. Found page by page, each find reloads it.
  future: { unstable_optimizeDeps: true },
} satisfies Config
