import ts from 'typescript'
import { expect, test } from 'vitest'
import { besides, programOf } from './compiler.ts'
import { readCompletions, readHovers } from './hover.ts'

test('an editor shows the documentation of each member of defineConnector() and check()', () => {
  const hovers = readHovers(`
import { defineConnector } from '../../src/index.ts'

const acme = defineConnector({
  id‸: 'acme',
  name: 'Acme',
  baseUrl‸: 'https://{host}/api',
  credentialFields: [{ id: 'host', label: 'Host', type: 'text', required: true, pattern‸: '[a-z.]+' }],
  auth: { type: 'oauth2', config: { authorizeUrl: 'https://a.example/a', tokenUrl: 'https://a.example/t', scopes: ['a'], pkce‸: true } },
  variables: [{ id: 'most', label: 'Most', type: 'number', default: 3 }],
  limits: { concurrency‸: 4 },
})

acme.check({
  id‸: 'people',
  title: 'People',
  onEmpty‸: 'pass',
  async run(ctx) {
    await ctx.get‸('/people', { reads‸: true })
    ctx.pass({ resource: { type: 'user', id: 'a' }, title: ctx.credentials.host + ctx.variables.most })
  },
})
`)

  expect(hovers).toEqual([
    expect.stringMatching(/^Kebab-case: `google-workspace`/),
    expect.stringMatching(/^Template\. Paths/),
    expect.stringMatching(/^Regular expression/),
    expect.stringMatching(/^Sends a PKCE challenge/),
    expect.stringMatching(/^Requests in flight/),
    expect.stringMatching(/^Kebab-case, stable/),
    expect.stringMatching(/^The meaning of an empty list of resources/),
    expect.stringMatching(/^Parsed JSON of a GET/),
    expect.stringMatching(/^The POST only reads/),
  ])
})

test('an editor shows the documentation of each member of the context of a check, of an inventory and of their parts', () => {
  const path = besides('./contexts.ts')
  const program = programOf([], {
    [path]: `import type { CheckContext, InventoryContext } from '../../src/index.ts'
export type OfCheck = CheckContext<{ a: string }, { b: string }, 'oauth2'>
export type OfInventory = InventoryContext<{ a: string }, { b: string }, 'oauth2'>
export type OfState = OfCheck['state']
`,
  })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(path)
  const module = file && checker.getSymbolAtLocation(file)

  const silent = (module ? checker.getExportsOfModule(module) : []).flatMap((type) =>
    checker
      .getDeclaredTypeOfSymbol(type)
      .getProperties()
      .filter((member) => ts.displayPartsToString(member.getDocumentationComment(checker)) === '')
      .map(({ name }) => `${type.name}.${name}`),
  )

  expect(module && checker.getExportsOfModule(module).length).toBe(3)
  expect(silent).toEqual([])
})

test('an editor completes the controls of a check, and takes those of other frameworks', () => {
  const connector = `
import { defineConnector } from '../../src/index.ts'
const acme = defineConnector({
  id: 'acme', name: 'Acme', baseUrl: 'https://acme.example', auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
`
  const check = (controls: string) =>
    `${connector}acme.check({ id: 'people', title: 'People', controls: [${controls}], run() {} })`

  expect(readCompletions(check(`'acme:1', '‸'`))).toEqual(
    expect.arrayContaining(['soc2:CC6.1', 'iso27001:A.5.17', 'gdpr:32']),
  )
  expect(readHovers(check(`'acme:1', { id‸: 'soc2:CC6.1', requires: {} }`))).toHaveLength(1)
})
