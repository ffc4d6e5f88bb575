import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { registerModuleHooks } from '../../src/service/commands/connector-file/module-hooks.ts'

// Today's sources, with pages, which Node alone does not read.
registerModuleHooks()
registerHooks({
  load(url, context, nextLoad) {
    // The build takes these as texts.
    const isText = /\.(css|svg|html|client\.js)$/.test(url)
    if (!isText && !url.endsWith('.tsx')) return nextLoad(url, context)
    const text = readFileSync(fileURLToPath(url), 'utf8')
    const options = { loader: isText ? 'text' : 'tsx', jsx: 'automatic', jsxImportSource: 'hono/jsx' } as const
    return { format: 'module', source: transformSync(text, { ...options, format: 'esm' }).code, shortCircuit: true }
  },
})
