import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Everything the pages need is prepared for the browser at the first start. When it is found page by page, each find
  // reloads the page.
  future: { unstable_optimizeDeps: true },
} satisfies Config
