import { join } from 'node:path'
import { offlineScript } from '@freeor/site-frame/frame/offline-script'
import { siteConfig } from '@freeor/site-frame/frame/vite-config'
import { defineConfig, mergeConfig } from 'vite'

const verifier = join(import.meta.dirname, 'app/certificates/verifier/main.ts')

/** The page that most visitors come for. */
const lesson = /\/routes\/lesson\.tsx(\?|$)/

export default defineConfig((env) =>
  mergeConfig(siteConfig(env, { 'lesson-parts': lesson }), { plugins: [offlineScript(verifier)] }),
)
