import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import {
  fenceIndentedCode,
  inlinePlots,
  makeTablesAccessible,
  nameFilesOfRepository,
} from './markdown-rules.ts'

const docs = join(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))), 'docs')

const titleOf = (path: string) => /^# (.+)$/m.exec(readFileSync(join(docs, path), 'utf8'))?.[1] ?? path

const page = (path: string) => ({ text: titleOf(path), link: `/${path.replace(/\.md$/, '')}` })

const decisions = readdirSync(join(docs, 'decisions'))
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => page(`decisions/${name}`))

const sections: Record<string, string[]> = {
  Guides: ['guides/operators.md', 'guides/authors.md', 'guides/integrators.md'],
  Operation: ['operations.md', 'mail.md', 'sign-in.md', 'billing.md', 'subscriptions.md', 'drop.md'],
  'Search and programs': ['query-language.md', 'api.md'],
  Courses: ['statistics.md'],
  Figures: ['performance.md', 'plots.md', 'limits.md', 'glossary.md'],
}

/** The sign of a key would be a visible text that the button's name has not; the name of a language was too pale. */
const accessible = `.DocSearch-Button-Keys { display: none !important }
.vp-doc [class*='language-'] > span.lang { color: var(--vp-c-text-2) }
.plot { display: block; overflow-x: auto }
.plot > svg { display: block; min-width: 640px; max-width: 100%; height: auto }`

/** The pages of `docs/` as a site below `/docs` of either site. The server serves it under its own script policy. */
export default defineConfig({
  title: 'Freeor',
  titleTemplate: ':title | Freeor documents',
  description: 'How to run Freeor, write a course with it and connect programs to it.',
  lang: 'en-US',
  base: '/docs/',
  head: [
    ['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
    ['style', {}, accessible],
  ],
  srcDir: '../../docs',
  outDir: 'build',
  cacheDir: 'node_modules/.cache/vitepress',
  cleanUrls: true,
  // What a page needs to find its script stands in a file: the policy refuses a script in a page.
  metaChunk: true,
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      nameFilesOfRepository(markdown)
      makeTablesAccessible(markdown)
      fenceIndentedCode(markdown)
      inlinePlots(markdown)
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Operators', link: '/guides/operators' },
      { text: 'Authors', link: '/guides/authors' },
      { text: 'Integrators', link: '/guides/integrators' },
    ],
    // Groups that fold are a button within a button, so the long list has pages of its own.
    sidebar: {
      '/decisions/': [{ text: 'Decisions', items: [{ text: 'All documents', link: '/' }, ...decisions] }],
      '/': [
        ...Object.entries(sections).map(([text, paths]) => ({ text, items: paths.map(page) })),
        { text: 'Why it is so', items: [{ text: 'Decisions', link: decisions[0]?.link ?? '/' }] },
      ],
    },
  },
})
