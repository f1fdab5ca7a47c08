import { inHtml, offlinePage } from '@freeor/site-frame/frame/offline-page'
import { receiptTexts as texts } from '../../texts/receipts.ts'

type Key = {
  readonly id: string
  readonly publicJwk: Readonly<Record<string, unknown>>
  readonly didKey: string
}

const styles = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1b2023; --quiet: #566067; --line: #8b979e; }
@media (prefers-color-scheme: dark) { :root { --paper: #15191b; --ink: #e8ecee; --quiet: #a9b3b9; --line: #6d7980; } }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif; }
h1 { font-weight: 650; line-height: 1.25; }
label { display: block; margin-top: 1rem; }
input { display: block; box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .75rem; font: inherit;
  border: 1px solid var(--line); border-radius: 4px; color: inherit; background: transparent; }
#result { margin: 1.5rem 0; padding: 0 1.25rem; border-left: 6px solid transparent; }
#result.good { border-color: #12846f; }
#result.bad { border-color: #b3341b; }
dt, .quiet { color: var(--quiet); }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
p, li, code { overflow-wrap: anywhere; }
`

const field = (id: string, label: string, accept: string) =>
  `<label for="${id}">${inHtml(label)}<input id="${id}" type="file"${accept}></label>`

/** `verify-receipt.html`: one file that checks receipts without a network and without the site. */
export function verifierPage({
  script,
  keys,
  siteUrl,
  now,
}: {
  readonly script: string
  readonly keys: readonly Key[]
  readonly siteUrl: string
  readonly now: Date
}): string {
  const json = ' accept=".json"'
  return offlinePage({
    title: texts.title,
    styles,
    keys: keys.map(({ id, publicJwk }) => ({ id, publicJwk })),
    script,
    body: `<p>${inHtml(texts.lead)}</p>
${field('receipt', texts.file, json)}
${field('download', texts.download, '')}
${field('other', texts.other, json)}
${field('proof', texts.proof, json)}
<div id="result" role="status"></div>
<h2>${inHtml(texts.keys)}</h2>
<ul>${keys.map(({ didKey }) => `<li><code>${inHtml(didKey)}</code></li>`).join('')}</ul>
<p>${inHtml(texts.keysMore)}</p>
<label for="typed">${inHtml(texts.typed)}<input id="typed" autocomplete="off" spellcheck="false"></label>
<p class="quiet">${inHtml(texts.made(siteUrl, now.toISOString().slice(0, 10)))}</p>`,
  })
}
