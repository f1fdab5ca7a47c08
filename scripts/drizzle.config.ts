import { defineConfig } from 'drizzle-kit'

// Paths are relative to the repository's root, where the script runs.
export default defineConfig({
  dialect: 'postgresql',
  schema: './packages/*/src/**/tables.ts',
  out: './packages/postgres/migrations',
})
