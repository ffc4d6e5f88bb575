import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^checkwright$/, replacement: at('./src/index.ts') },
      { find: /^checkwright\/connectors$/, replacement: at('./connectors/index.ts') },
      { find: /^checkwright\/connectors\/(.+)$/, replacement: `${at('./connectors')}/$1/index.ts` },
      { find: /^checkwright\/(.+)$/, replacement: `${at('./src')}/$1/index.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'connectors/**/*.test.ts'],
    testTimeout: 20_000,
  },
})
