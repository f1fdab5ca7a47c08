import { join } from 'node:path'
import { offlineScript } from '@freeor/site-frame/frame/offline-script'
import { siteConfig } from '@freeor/site-frame/frame/vite-config'
import { defineConfig, mergeConfig } from 'vite'

const verifier = join(import.meta.dirname, 'app/receipts/verifier/main.ts')

export default defineConfig((env) => mergeConfig(siteConfig(env), { plugins: [offlineScript(verifier)] }))
