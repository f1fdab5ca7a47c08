export const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Inside a script element, a text that would end it is written another way. */
const inScript = (code: string): string =>
  code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')

export type OfflinePage = {
  readonly title: string
  readonly styles: string
  /** HTML. */
  readonly body: string
  /** What the script reads: the text of the element `keys`. */
  readonly keys: unknown
  readonly script: string
}

/** A page in one file, which works without a network and without the site. */
export const offlinePage = ({ title, styles, body, keys, script }: OfflinePage): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${inHtml(title)}</title>
<style>${styles}</style>
<main>
<h1>${inHtml(title)}</h1>
${body}
</main>
<script type="application/json" id="keys">${inScript(JSON.stringify(keys))}</script>
<script>${inScript(script)}</script>
</html>
`

/** The file, to keep. */
export const offlineFile = (name: string, html: string): Response =>
  new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-cache',
    },
  })
