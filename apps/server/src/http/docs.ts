import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Hono } from 'hono'
import type { HttpEnv } from './env.ts'
import { contentSecurityPolicy, newNonce } from './security-headers.ts'
import { heldText, staticFiles } from './static-files.ts'

const swaggerDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Freeor API</title><link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body><div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script nonce="${nonce}">SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })</script>
</body></html>`

/** `GET /openapi.json` and the page that renders it, from our own files: no outside host is asked. */
export function mountDocs(app: Hono<HttpEnv>, makeDocument: () => object): void {
  const file = staticFiles(swaggerDir)
  // Made when it is first asked for: half a second of processor time that a start does without.
  let openApi: ReturnType<typeof heldText> | undefined
  app.get('/openapi.json', (c) => {
    openApi ??= heldText(JSON.stringify(makeDocument()), 'application/json')
    return openApi(c.req.raw)
  })
  app.get('/api/docs', (c) => {
    const nonce = newNonce()
    return c.html(page(nonce), 200, { 'content-security-policy': contentSecurityPolicy(nonce, false) })
  })
  app.get('/api/docs/:file{swagger-ui(-bundle)?\\.(css|js)}', async (c, next) => {
    const found = await file(new Request(new URL(`/${c.req.param('file')}`, c.req.url), c.req.raw))
    return found ?? (await next())
  })
}
