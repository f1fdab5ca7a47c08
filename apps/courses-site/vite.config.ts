import { siteConfig } from '@freeor/site-frame/frame/vite-config'
import { defineConfig, mergeConfig } from 'vite'
import { verifierScript } from './verifier-script.ts'

export default defineConfig((env) => mergeConfig(siteConfig(env), { plugins: [verifierScript()] }))
