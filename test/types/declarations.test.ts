import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { besides, complaintsAbout, programOf } from './compiler.ts'

const long = 'Open the console and read the small print. '.repeat(75)

/** Everything that a module of connectors may export with an inferred type, and one Markdown text in it. */
const source = (setupInstructions: string) => `
import { defineConnector } from 'checkwright'

const instructions = ${JSON.stringify(setupInstructions)}

export const key = defineConnector({
  id: 'key', name: 'Key', baseUrl: 'https://{domain}.acme.example', description: ${JSON.stringify(setupInstructions)},
  credentialFields: [
    { id: 'domain', label: 'Domain', type: 'text', required: true, helpText: ${JSON.stringify(setupInstructions)} },
    { id: 'region', label: 'Region', type: 'select', options: [{ value: 'eu', label: ${JSON.stringify(setupInstructions)} }] },
  ],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key', setupInstructions: instructions } },
  variables: [{ id: 'days', label: 'Days', type: 'number', default: 30, helpText: ${JSON.stringify(setupInstructions)} }],
}, { sign: () => undefined })

export const oauth = defineConnector({
  id: 'oauth', name: 'OAuth', baseUrl: 'https://api.acme.example',
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://acme.example/authorize', tokenUrl: 'https://acme.example/token', scopes: ['users:read'],
      setupInstructions: ${JSON.stringify(setupInstructions)},
      capture: [{ from: 'token', path: 'team.id', id: 'team' }],
    },
  },
})

export const basic = defineConnector({
  id: 'basic', name: 'Basic', baseUrl: 'https://api.acme.example',
  auth: { type: 'basic', config: { setupInstructions: ${JSON.stringify(setupInstructions)} } },
})

export const custom = defineConnector({
  id: 'custom', name: 'Custom', baseUrl: 'https://api.acme.example',
  auth: { type: 'custom', config: { credentialFields: [], setupInstructions: ${JSON.stringify(setupInstructions)} } },
}, { authenticate: () => ({ headers: {} }) })

export const check = key.check({
  id: 'users', title: 'Users', description: ${JSON.stringify(setupInstructions)},
  variables: [{ id: 'own', label: 'Own', type: 'text' }],
  run: (ctx) => ctx.log(ctx.credentials.domain),
})
export const { definition, hooks, checks, toJSON } = key
export const define = key.check
export const extend = oauth.with
export const run = check.run
export const json = basic.toJSON()
export const { auth, limits, variables, credentialFields } = definition
export default key.with(check)
`

describe('the declarations of a module that exports connectors', () => {
  const path = besides('./inferred.ts')
  const short = declarationsOf(path, source('abc'))

  test('are the same whether its texts are 3 letters long or 3 kB', () => {
    const declared = declarationsOf(path, source(long))

    expect(long.length).toBeGreaterThan(3000)
    expect(declared).toBe(short)
  })

  test('hold resolved ids and no text', () => {
    expect(short).toContain('readonly domain: string')
    expect(short).toContain('readonly region: "eu" | undefined')
    expect(short).not.toContain('Domain')
    expect(short).not.toContain('abc')
    expect(short.length).toBeLessThan(3000)
  })

  test('name types of the public entry alone', () => {
    const modules = [...short.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)].map(([, module]) => module)

    expect(new Set(modules)).toEqual(new Set(['checkwright']))
  })

  test('compile by themselves: every type that they name is exported', () => {
    const declarations = besides('./inferred.d.ts')
    const program = programOf([], { [declarations]: short }, { skipLibCheck: false })

    expect(complaintsAbout(program, declarations)).toEqual([])
  })
})

describe('every type that an inferred export may name', () => {
  const entry = besides('../../src/index.ts')
  const program = programOf([entry])
  const exported = exportsOf(program, entry)

  test('is exported by the entry: those that an exported type refers to are', () => {
    const named = new Set([...exported].flatMap((symbol) => namedBy(program, symbol)))

    expect(named.size).toBeGreaterThan(50)
    expect([...named].filter((symbol) => !exported.has(symbol)).map((symbol) => symbol.name)).toEqual([])
  })
})

describe('a check costs the compiler fewer than 300 instantiations, however many its connector has', () => {
  const own = (index: number) =>
    `variables: [{ id: 'own_${index}', label: 'Own', type: 'number', default: ${index}, min: 0 }],`

  test.each([
    ['without variables of its own', () => ''],
    ['with variables of its own', own],
  ])('%s', (name, variables) => {
    const path = besides('./many.ts')
    const [few = 0, many = 0] = [10, 110].map((count) => {
      const program = programOf([], { [path]: withChecks(count, variables) })
      expect(complaintsAbout(program, path)).toEqual([])
      return program.getInstantiationCount()
    })

    const perCheck = (many - few) / 100
    console.log(`${few} instantiations with 10 checks, ${many} with 110: ${perCheck} for each, ${name}`)
    expect(perCheck).toBeGreaterThan(0)
    expect(perCheck).toBeLessThan(300)
  })
})

function declarationsOf(path: string, text: string): string {
  const program = programOf([], { [path]: text }, { declaration: true, emitDeclarationOnly: true, noEmit: false })
  expect(complaintsAbout(program, path)).toEqual([])
  let declarations = ''
  const file = program.getSourceFile(path)
  const { diagnostics } = program.emit(file, (_name, emitted) => {
    declarations = emitted
  })
  expect(diagnostics).toEqual([])
  return declarations
}

/** The export of a module, followed to its declaration. */
function exportsOf(program: ts.Program, path: string): Set<ts.Symbol> {
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(path)
  const module = file && checker.getSymbolAtLocation(file)
  return new Set((module ? checker.getExportsOfModule(module) : []).map((symbol) => followed(checker, symbol)))
}

/** The exported types of ours that the declaration of an interface or type alias refers to. */
function namedBy(program: ts.Program, symbol: ts.Symbol): ts.Symbol[] {
  const checker = program.getTypeChecker()
  const found: ts.Symbol[] = []
  const visit = (node: ts.Node): void => {
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : undefined
    const named = name && checker.getSymbolAtLocation(name)
    if (named !== undefined) found.push(followed(checker, named))
    ts.forEachChild(node, visit)
  }
  const declarations = symbol.declarations ?? []
  declarations.filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)).forEach(visit)
  return found.filter((each) => each.declarations?.some(isExportedHere))
}

function isExportedHere(node: ts.Declaration): boolean {
  const isOurs = /\/src\/(?:define|errors)\//.test(node.getSourceFile().fileName)
  // Only the compiler's messages show what these say, and they say it by `Mistake`.
  const isCheck = node.getSourceFile().fileName.endsWith('/mistake.ts')
  return isOurs && !isCheck && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0
}

function followed(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** A connector with fields and variables, and checks that use both and bring their own. */
function withChecks(count: number, variables: (index: number) => string): string {
  const check = (index: number) => `
acme.check({
  id: 'check-${index}', title: 'Check ${index}', severity: 'high', controls: ['soc2:CC6.1'],
  ${variables(index)}
  async run(ctx) {
    for await (const user of ctx.paginate<{ id: string; mfa: boolean }>('/users', { items: 'users', next: 'link' })) {
      const resource = { type: 'user', id: user.id }
      if (user.mfa && ctx.variables.max > ${index}) ctx.pass({ resource, title: ctx.credentials.domain })
      else ctx.fail({ resource, title: 'Off', remediation: 'Turn it on.', evidence: { mfa: user.mfa } })
    }
  },
})`
  return `
import { defineConnector } from 'checkwright'
const acme = defineConnector({
  id: 'acme', name: 'Acme', baseUrl: 'https://{domain}.acme.example',
  credentialFields: [{ id: 'domain', label: 'Domain', type: 'text', required: true }],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  variables: [{ id: 'max', label: 'Most', type: 'number', default: 4 }],
})
${Array.from({ length: count }, (_, index) => check(index)).join('')}`
}
