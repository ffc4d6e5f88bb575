import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { connectorIds } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { createFolder, runCheckwright, runProcess } from '../../app/command.ts'

/** The part of Okta's description that the repository has, with a change. */
function writeDescriptions(cwd: string, change: (text: string) => string) {
  const file = new URL('../../../connectors/okta/okta.contract.json', import.meta.url)
  const text = readFileSync(file, 'utf8')
  writeFileSync(join(cwd, 'old.json.gz'), gzipSync(text))
  writeFileSync(join(cwd, 'new.json'), change(text))
}

test('drift names the checks that a removed operation breaks, with its place, and ends in 1', async () => {
  const cwd = createFolder()
  writeDescriptions(cwd, (text) => text.replace('"/api/v1/logStreams"', '"/api/v2/logStreams"'))

  const { stdout, exitCode } = await runCheckwright(['drift', 'okta', 'old.json.gz', 'new.json'], { cwd })

  expect(stdout).toContain('✗ GET /api/v1/logStreams is now GET /api/v2/logStreams. (moved)')
  expect(stdout).toContain('breaks: log-streaming\n    new.json#/paths/~1api~1v2~1logStreams/get')
  expect(exitCode).toBe(1)
})

test('drift tells as JSON what bends a check, which fails the command only with --strict', async () => {
  const cwd = createFolder()
  writeDescriptions(cwd, (text) => text.replace('"get": {', '"get": { "deprecated": true,'))

  const shown = await runCheckwright(['drift', 'okta', 'old.json.gz', 'new.json', '--json'], { cwd })
  const strict = await runCheckwright(['drift', 'okta', 'old.json.gz', 'new.json', '--strict'], { cwd })

  expect(JSON.parse(shown.stdout)).toMatchObject({
    connector: 'okta',
    drifts: [{ level: 'bends', kind: 'deprecated', operation: 'GET /api/v1/api-tokens', checks: ['api-tokens'] }],
  })
  expect([shown.exitCode, strict.exitCode]).toEqual([0, 1])
})

test('drift refuses "all" without folders, code of one\'s own, and a description that has nothing of the connector', async () => {
  const cwd = createFolder()
  writeDescriptions(cwd, (text) => text)
  writeFileSync(join(cwd, 'empty.json'), '{"openapi":"3.0.3","paths":{}}')

  const all = await runCheckwright(['drift', 'all', 'old.json.gz', 'new.json'], { cwd })
  const code = await runCheckwright(['drift', './acme.ts', 'old.json.gz', 'new.json'], { cwd })
  const empty = await runCheckwright(['drift', 'okta', 'empty.json', 'new.json'], { cwd })

  expect(all).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Give two folders') })
  expect(code).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('only its tests see') })
  expect(empty.exitCode).toBe(2)
})

test('list loads none of the connectors that it lists', async () => {
  const cwd = createFolder()
  const hook = join(cwd, 'hook.mjs')
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context) } })`,
  )
  const file = join(cwd, 'loaded.txt')

  const { stdout } = await runProcess(['list', '--json'], {
    cwd,
    env: { LOADED: file },
    node: ['--import', hook],
  })

  const loaded = readFileSync(file, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:') && !url.includes('hook.mjs'))
  const texts = loaded.map((url) => readFileSync(new URL(url), 'utf8'))
  expect(JSON.parse(stdout)).toHaveLength(connectorIds.length)
  expect(loaded.length).toBeGreaterThan(0)
  // What only the code of connectors has.
  expect(texts.filter((text) => text.includes('.check({'))).toEqual([])
  expect(loaded.filter((url) => /\/connectors\/[^/]+\/index\.js/.test(url))).toEqual([])
})

test('list takes a category and a control, and refuses words that no connector has', async () => {
  const [both, wrong] = await Promise.all([
    runCheckwright(['list', '--category', 'identity', '--control', 'soc2:CC6.1', '--json']),
    runCheckwright(['list', '--category', 'identiti']),
  ])

  const found = JSON.parse(both.stdout) as readonly { readonly id: string; readonly category: string }[]
  expect(found.map(({ id }) => id)).toContain('okta')
  expect(new Set(found.map(({ category }) => category))).toEqual(new Set(['identity']))
  expect(wrong).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Did you mean "identity"?') })
})
