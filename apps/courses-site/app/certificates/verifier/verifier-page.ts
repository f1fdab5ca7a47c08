import { certificateTexts as texts } from '../../texts/certificates.ts'
import { shownDay } from '../describe-check.ts'

type Key = {
  readonly id: string
  readonly algorithm: 'Ed25519' | 'RS256'
  readonly publicJwk: Readonly<Record<string, unknown>>
  readonly didKey: string | null
}

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Inside a script element, a text that would end it is written another way. */
const inScript = (code: string): string =>
  code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')

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
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${inHtml(words.title)}</title>
<style>${styles}</style>
<main>
<h1>${inHtml(words.title)}</h1>
<p>${inHtml(words.lead)}</p>
<label class="drop" for="file">${inHtml(words.drop)}
<input id="file" type="file" accept=".pdf,.png,.svg,.json,.jwt,.txt" aria-label="${inHtml(verify.choose)}"></label>
<div id="result" role="status"></div>
<h2>${inHtml(words.keys)}</h2>
<ul>${printed.map((key) => `<li><code>${inHtml(key)}</code></li>`).join('')}</ul>
<p>${inHtml(words.keysMore)}</p>
<label for="typed">${inHtml(words.typed)}<input id="typed" autocomplete="off" spellcheck="false"></label>
<p class="quiet">${inHtml(words.made(siteUrl, shownDay(now.toISOString())))}</p>
</main>
<script type="application/json" id="keys">${inScript(JSON.stringify(trusted))}</script>
<script>${inScript(script)}</script>
</html>
`
}
