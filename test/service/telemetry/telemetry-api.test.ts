import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const source = (path: string) => JSON.stringify(fileURLToPath(new URL(`../../../src/${path}`, import.meta.url)))

/** Packages that a process loads to run a check against a vendor of its own making. */
async function packagesOfARun(before: string): Promise<string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    ${before}
    const { defineConnector } = await import(${source('define/index.ts')})
    const { runChecks } = await import(${source('things/runs/run-checks.ts')})
    const acme = defineConnector({ id: 'acme', name: 'Acme', baseUrl: 'https://acme.example', auth: { type: 'api_key', config: { in: 'header', name: 'x-key' } } })
    const me = acme.check({ id: 'me', title: 'Me', onEmpty: 'pass', run: async (ctx) => { await ctx.get('/me') } })
    const fetch = async () => Response.json({})
    const { status } = await runChecks(acme.with(me), { credentials: { api_key: 'k' }, fetch })
    const names = urls.map((url) => /node_modules.((?:@[^/]+.)?[^/]+)/.exec(url)?.[1])
    console.log(JSON.stringify([status, ...new Set(names.filter((name) => name !== undefined))]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  return JSON.parse(stdout)
}

test('loadTelemetryApi() loads the API of OpenTelemetry only where an SDK is registered', async () => {
  const registered = "globalThis[Symbol.for('opentelemetry.js.api.1')] = {}"

  const [without, withSdk] = await Promise.all([packagesOfARun(''), packagesOfARun(registered)])

  expect(without[0]).toBe('pass')
  expect(without).not.toContain('@opentelemetry/api')
  expect(withSdk).toContain('@opentelemetry/api')
})
