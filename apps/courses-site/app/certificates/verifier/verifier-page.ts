import { inHtml, offlinePage } from '@freeor/site-frame/frame/offline-page'
import { certificateTexts as texts } from '../../texts/certificates.ts'
import { shownDay } from '../describe-check.ts'

type Key = {
  readonly id: string
  readonly algorithm: 'Ed25519' | 'RS256'
  readonly publicJwk: Readonly<Record<string, unknown>>
  readonly didKey: string | null
}

const styles = `
:root { color-scheme: light dark; --paper: #fbf7ee; --ink: #2a211a; --quiet: #665a4d; --line: #a8926b; }
@media (prefers-color-scheme: dark) { :root { --paper: #1c1713; --ink: #f0e7d8; --quiet: #b9ab99; } }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 Georgia, serif; }
h1 { font-weight: 400; }
.drop { display: block; padding: 2rem; border: 2px dashed var(--line); border-radius: 8px; }
input { display: block; box-sizing: border-box; width: 100%; margin-top: .75rem; padding: .75rem; font: inherit; }
#result { margin: 1.5rem 0; padding: 0 1.25rem; border-left: 6px solid transparent; }
#result.good { border-color: #3b7a57; }
#result.bad { border-color: #b3341b; }
dt, .quiet { color: var(--quiet); }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }
`

/** `verify.html`: one file that verifies certificates without a network and without the site. */
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
  const { offlinePage: words, verify } = texts
  const trusted = keys.map(({ id, algorithm, publicJwk }) => ({ id, algorithm, publicJwk }))
  const printed = keys.flatMap(({ didKey }) => didKey ?? [])
  return offlinePage({
    title: words.title,
    styles,
    keys: trusted,
    script,
    body: `<p>${inHtml(words.lead)}</p>
<label class="drop" for="file">${inHtml(words.drop)}
<input id="file" type="file" accept=".pdf,.png,.svg,.json,.jwt,.txt" aria-label="${inHtml(verify.choose)}"></label>
<div id="result" role="status"></div>
<h2>${inHtml(words.keys)}</h2>
<ul>${printed.map((key) => `<li><code>${inHtml(key)}</code></li>`).join('')}</ul>
<p>${inHtml(words.keysMore)}</p>
<label for="typed">${inHtml(words.typed)}<input id="typed" autocomplete="off" spellcheck="false"></label>
<p class="quiet">${inHtml(words.made(siteUrl, shownDay(now.toISOString())))}</p>`,
  })
}
