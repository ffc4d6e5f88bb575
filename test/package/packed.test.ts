import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { consumer, type Finished, installed, manifest, packedFiles, runCommand, runNode, subpaths } from './consumer.ts'

const everySubpath = JSON.stringify(subpaths)

describe('the tarball', () => {
  test('holds the build, the docs, the examples and the licence, and no source, test or configuration of its own', () => {
    const roots = packedFiles.filter((file) => !file.includes('/'))
    const folders = new Set(packedFiles.filter((file) => file.includes('/')).map((file) => file.split('/')[0]))

    expect(roots.toSorted()).toEqual([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'package.json',
    ])
    expect(folders).toEqual(new Set(['dist', 'docs', 'connectors', 'examples', 'deploy', 'bench', 'frameworks']))
    expect(packedFiles.filter((file) => file.startsWith('bench/')).toSorted()).toEqual([
      'bench/HISTORY.md',
      'bench/README.md',
      'bench/RESULTS.md',
    ])
    expect(
      packedFiles.filter((file) =>
        /^connectors\/(?!(?:[a-z0-9-]+\/)?README\.md$|list\.json$|([a-z0-9-]+)\/(?:\1\.(?:connector\.yaml|contract\.json|proof\.json|witnesses\.yaml)|worlds\/[a-z0-9-]+\.recording\.json)$)/.test(
          file,
        ),
      ),
    ).toEqual([])
  })

  test('holds every example with its package.json', () => {
    const examples = new Set(packedFiles.flatMap((file) => /^examples\/([^/]+)\//.exec(file)?.[1] ?? []))

    expect([...examples].filter((name) => !packedFiles.includes(`examples/${name}/package.json`))).toEqual([])
  })

  test('has the style of the pages in the program that sends it', () => {
    const pages = packedFiles.filter((file) => /^dist\/chunks\/pages-.*\.js$/.test(file))

    expect(pages.map((file) => readFileSync(join(installed, file), 'utf8')).join()).toContain(
      '--accent-hover: color-mix(',
    )
    expect(packedFiles.filter((file) => file.endsWith('.css'))).toEqual([])
  })

  test('names no folder of the machine that built it', () => {
    const checkout = fileURLToPath(new URL('../..', import.meta.url))
    const built = packedFiles.filter((file) => file.startsWith('dist/'))
    const texts = built.map((file) => [file, readFileSync(join(installed, file), 'utf8')] as const)
    const named = texts.filter(([, text]) => [checkout, dirname(consumer)].some((folder) => text.includes(folder)))

    expect(named.map(([file]) => file)).toEqual([])
  })
})

describe('every subpath', () => {
  test('is imported by an ES module and gives its names', async () => {
    const { namesOf } = await ran(
      `const namesOf = {}
       for (const subpath of ${everySubpath}) namesOf[subpath] = Object.keys(await import(subpath))
       console.log(JSON.stringify({ namesOf }))`,
      'module',
    )

    expect(Object.keys(namesOf)).toContain('checkwright/connectors/github')
    expect(namesOf.checkwright).toEqual(expect.arrayContaining(['defineConnector', 'DefinitionError', 'HttpError']))
    expect(namesOf['checkwright/runtime']).toEqual(expect.arrayContaining(['createRuntime', 'runChecks']))
    expect(namesOf['checkwright/questions']).toEqual(expect.arrayContaining(['secondFactor', 'trainingCompleted']))
    expect(namesOf['checkwright/connectors/github']).toContain('default')
    expect(Object.entries(namesOf).filter(([, names]) => names.length === 0)).toEqual([])
  })

  test('is loaded by require(), since no entry waits at its top level', async () => {
    const { namesOf } = await ran(
      `const namesOf = {}
       for (const subpath of ${everySubpath}) namesOf[subpath] = Object.keys(require(subpath))
       console.log(JSON.stringify({ namesOf }))`,
      'commonjs',
    )

    expect(Object.keys(namesOf)).toEqual([...subpaths])
    expect(namesOf.checkwright).toContain('defineConnector')
  })

  test('throws the error classes that the main entry exports', async () => {
    const { seen } = await ran(
      `const main = await import('checkwright')
       const { runChecks } = await import('checkwright/runtime')
       const { default: github } = await import('checkwright/connectors/github')
       const acme = main.defineConnector({
         id: 'acme', name: 'Acme', baseUrl: 'https://acme.example', auth: { type: 'basic', config: {} },
       })
       const foreign = acme.check({ id: 'a-check', title: 'A check', run() {} })
       const seen = []
       const note = (error) => seen.push([error.name, error.constructor === main[error.name], error instanceof main.CheckwrightError])
       try { main.defineConnector({}) } catch (error) { note(error) }
       try { github.with(foreign) } catch (error) { note(error) }
       await runChecks(github, { credentials: {}, checks: ['no-such-check'] }).catch(note)
       console.log(JSON.stringify({ seen }))`,
      'module',
    )

    expect(seen).toEqual([
      ['DefinitionError', true, true],
      ['DefinitionError', true, true],
      ['CheckError', true, true],
    ])
  })
})

describe('checkwright/host', () => {
  test('serves pages with their stylesheet and script, which are in the build as text', async () => {
    const { page, assets } = await ran(
      `const { createRuntime } = await import('checkwright/runtime')
       const { createHost } = await import('checkwright/host')
       const publicUrl = 'https://checks.example.com'
       const keys = 'k1:' + Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
       const runtime = await createRuntime({ connectors: [], store: 'memory:', keys, publicUrl })
       await runtime.organizations.create({ id: 'acme', name: 'Acme' })
       const session = { person: () => ({ userId: 'ada', organizationId: 'acme', role: 'admin' }) }
       const { fetch } = createHost({ runtime, session })
       const get = async (path) => {
         const answer = await fetch(new Request(publicUrl + path))
         return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
       }
       const page = await get('/connect')
       const paths = [...page.text.matchAll(/"(\\/assets\\/[^"]+)"/g)].map(([, path]) => path)
       const assets = await Promise.all(paths.map(get))
       await runtime.close()
       console.log(JSON.stringify({ page, assets }))`,
      'module',
    )

    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<h1>Connect a system</h1>') })
    expect(assets.map(({ status, type }) => [status, type])).toEqual([
      [200, 'image/svg+xml'],
      [200, 'text/css; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
    ])
    expect(assets[1]?.text).toContain('color-scheme: light dark')
  })
})

describe('the declarations', () => {
  test.each([
    { compiler: 'typescript', module: 'nodenext', moduleResolution: 'nodenext' },
    { compiler: 'typescript-7', module: 'esnext', moduleResolution: 'bundler' },
  ])("type a consumer's program for $compiler under moduleResolution $moduleResolution", async (given) => {
    const { compiler, ...resolution } = given
    writeFileSync(join(consumer, 'consumer.mts'), consumerProgram)
    // skipLibCheck is off: our own declarations are under test. Declarations are written, because a type that cannot be
    // named from outside is found only then.
    const emit = { declaration: true, emitDeclarationOnly: true, outDir: 'types' }
    const compilerOptions = { ...resolution, ...emit, target: 'es2023', types: ['node'], strict: true }
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.mts'] }))

    const { stdout } = await runNode(
      fileURLToPath(new URL(`../../node_modules/${compiler}/bin/tsc`, import.meta.url)),
      '--pretty',
      'false',
    )

    expect(stdout).toBe('')
    expect(readFileSync(join(consumer, 'types/consumer.d.mts'), 'utf8')).not.toContain('dist/')
  })
})

describe('the installed command', () => {
  test('tells its version', async () => {
    const { stdout, exitCode } = await command('--version')

    expect(stdout.trim()).toBe(manifest.version)
    expect(exitCode).toBe(0)
  })

  test('lists the shipped connectors', async () => {
    const { stdout, exitCode } = await command('list', '--json')

    expect(stdout).toContain('"github"')
    expect(exitCode).toBe(0)
  })

  test('reads a connector in TypeScript that imports the installed package', async () => {
    writeFileSync(join(consumer, 'acme.ts'), connectorFile)

    const { stderr, exitCode } = await command('validate', 'acme.ts')

    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  test('asks an old Node for nothing but what it has: bin.js loads only built-in modules at once', () => {
    const bin = readFileSync(join(installed, manifest.bin.checkwright ?? ''), 'utf8')

    const atOnce = ts.preProcessFile(bin.replaceAll(/\bimport\(/g, 'later(')).importedFiles.map((file) => file.fileName)

    expect(atOnce.filter((specifier) => !specifier.startsWith('node:'))).toEqual([])
  })

  test('says in one line what an old Node lacks, and exits 3', async ({ skip }) => {
    const oldNode = await olderNode()
    if (oldNode === undefined) return skip('needs a Node older than 22.19 on the PATH')

    const { stdout, stderr, exitCode } = await runCommand(oldNode, [
      join(installed, manifest.bin.checkwright ?? ''),
      'list',
    ])

    expect(stdout).toBe('')
    expect(stderr).toMatch(/^[^\n]*22\.19[^\n]*\n$/)
    expect(exitCode).toBe(3)
  })
})

const connectorFile = `
import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

export default acme.with(
  acme.check({
    id: 'admin-mfa',
    title: 'Administrators sign in with a second factor',
    async run(ctx) {
      for (const user of await ctx.get<readonly { id: string; mfa: boolean }[]>('/users')) {
        const resource = { type: 'user', id: user.id }
        if (user.mfa) ctx.pass({ resource, title: 'Second factor on', evidence: { mfa: true } })
        else ctx.fail({ resource, title: 'No second factor', remediation: 'Enrol one.', evidence: { mfa: false } })
      }
    },
  }),
)
`

/** Types are proved by what must not compile, too: an `any` anywhere would leave an expected error out. */
const consumerProgram = `
import { type CheckContext, defineConnector, HttpError } from 'checkwright'
import { connectors } from 'checkwright/connectors'
import github from 'checkwright/connectors/github'
import { createHost } from 'checkwright/host'
import { secondFactor, staleAccounts } from 'checkwright/questions'
import { createRuntime, runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'

export const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://{region}.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  credentialFields: [{ id: 'region', label: 'Region', type: 'text', required: true }],
  variables: [{ id: 'max', label: 'Most', type: 'number', default: 3 }],
})

export const seen = acme.check({
  id: 'seen',
  title: 'Seen',
  run(ctx) {
    const [key, region, max]: [string, string, number] = [ctx.credentials.api_key, ctx.credentials.region, ctx.variables.max]
    // @ts-expect-error: a misspelt credential
    ctx.credentials.apiKey
    // @ts-expect-error: a number
    const text: string = ctx.variables.max
    ctx.pass({ resource: { type: 'x', id: key + region + max + text }, title: 'Seen', evidence: {} })
  },
})

export const accounts = acme.inventory({ of: 'account', tells: ['secondFactor'], covers: ['all'], async *list() {} })
acme.with(accounts, secondFactor(accounts))
// @ts-expect-error: the inventory does not tell when somebody was last active
staleAccounts(accounts)

// @ts-expect-error: no such strategy
defineConnector({ id: 'b', name: 'B', baseUrl: 'https://b.example', auth: { type: 'magic', config: {} } })
// @ts-expect-error: a check of another connector
github.with(seen)

export const result = await runChecks(acme.with(seen), { credentials: { api_key: 'k', region: 'eu' } })
export const status: 'pass' | 'fail' | 'manual' | 'not_applicable' | 'error' = result.status
export const code: number | undefined = new HttpError('', { code: 'HTTP_STATUS', method: 'GET', url: '' }).status
// @ts-expect-error: no such code
new HttpError('', { code: 'HTTP_STATS', method: 'GET', url: '' })
export type Context = CheckContext

// Inferred, so that their declarations have to name every type.
export const vendor = await fakeVendor({ routes: { 'GET /users': () => ({ json: [] }) } })
export const runtime = await createRuntime({ connectors: [acme, github], store: 'memory:', publicUrl: 'http://localhost' })
export const host = createHost({ runtime })
export const { connections, organizations, users, oauth, oauthApps, apiKeys, runs } = runtime
export const shipped = Object.values(connectors)
`

/** Runs a program in the consumer's project and reads the JSON line that it prints. */
async function ran(program: string, type: 'module' | 'commonjs') {
  const finished = await runNode(`--input-type=${type}`, '--eval', program)
  expect(finished.stderr).toBe('')
  return JSON.parse(finished.stdout) as Told
}

/** The logs of the programs of these tests. */
interface Told {
  readonly namesOf: Readonly<Record<string, readonly string[]>>
  readonly seen: readonly unknown[]
  readonly page: Answer
  readonly assets: readonly Answer[]
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

function command(...args: readonly string[]): Promise<Finished> {
  return runCommand(join(consumer, 'node_modules/.bin/checkwright'), args)
}

async function olderNode(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node')
    if (!existsSync(node)) continue
    const { stdout } = await runCommand(node, ['--print', 'process.versions.node'])
    const [major = 0, minor = 0] = stdout.split('.').map(Number)
    if (major < 22 || (major === 22 && minor < 19)) return node
  }
  return undefined
}
