import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The cost of the DSL's types for the compiler: 50 connectors of every strategy, with 10 checks each and with 1,
 * compared with the same files without any. Instantiations are the same on every machine; times are not.
 *
 *     node bench/types.ts [connectors] [checks] [schema | schema-unused]
 *
 * With `schema` each check reads another answer with its own zod schema; with `schema-unused` it only has the schema.
 */
const [connectors = 50, checks = 10] = process.argv.slice(2, 4).map(Number)
const mode = process.argv[4]

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/lib/tsc.js')
mkdirSync(join(root, 'bench/out'), { recursive: true })

const strategies = [
  `{ type: 'api_key', config: { in: 'header', name: 'X-Key', prefix: 'Token ' } }`,
  `{ type: 'basic', config: { labels: { username: 'E-mail' } } }`,
  `{ type: 'oauth2', config: { authorizeUrl: 'https://{domain}.acme.example/authorize', tokenUrl: 'https://acme.example/token', scopes: ['users:read'], pkce: true, capture: [{ from: 'token', path: 'team.id', id: 'team' }] } }`,
  `{ type: 'custom', config: { credentialFields: [{ id: 'key_id', label: 'Key', type: 'text', required: true }, { id: 'signing_key', label: 'Signing key', type: 'password', required: true }] } }`,
]

/** A check as authors write them: a list, a verdict for each, typed variables. */
function checkText(index: number): string {
  return `
${mode?.startsWith('schema') ? `const Users${index} = z.object({ users: z.array(z.object({ id: z.string(), mfa: z.boolean() })) })` : ''}
const check${index} = acme.check({
  id: 'check-${index}',
  title: 'Administrators sign in with a second factor',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5'],
  variables: [{ id: 'own_${index}', label: 'Own', type: 'number', default: ${index} }],
  async run(ctx) {
    let count = 0
    ${mode === 'schema' ? `count += (await ctx.get('/first', { schema: Users${index} })).users.length` : ''}
    for await (const user of ctx.paginate<User>('/users', { items: 'users', next: { cursor: 'next', param: 'page' } })) {
      const resource = { type: 'user', id: user.id, name: user.email }
      if (user.mfa) ctx.pass({ resource, title: 'Second factor on', evidence: { mfa: true, count: count++ } })
      else ctx.fail({ resource, title: 'No second factor', remediation: 'Enrol one.', evidence: { mfa: false } })
    }
    if (count > ctx.variables.most + ctx.variables.own_${index}) {
      ctx.manual({ resource: { type: 'organization', id: ctx.credentials.domain }, title: 'Too many' })
    }
  },
})`
}

function connectorText(index: number, checkCount: number): string {
  const list = Array.from({ length: checkCount }, (_, check) => check)
  return `import { defineConnector } from 'checkwright'
${mode?.startsWith('schema') ? "import * as z from 'zod'" : ''}
interface User { readonly id: string; readonly email: string; readonly mfa: boolean }
const acme = defineConnector({
  id: 'acme-${index}',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: 'https://{domain}.acme.example/api',
  allowedHosts: ['uploads.acme.example'],
  credentialFields: [{ id: 'domain', label: 'Subdomain', type: 'text', required: true }],
  auth: ${strategies[index % strategies.length]},
  variables: [
    { id: 'most', label: 'Most', type: 'number', default: 4 },
    { id: 'level', label: 'Level', type: 'select', options: [{ value: 'low', label: 'Low' }, { value: 'high', label: 'High' }] },
  ],
  test: { path: '/me' },
})
${list.map(checkText).join('\n')}
export default acme.with(${list.map((check) => `check${check}`).join(', ')})
`
}

interface Cost {
  readonly instantiations: number
  readonly types: number
  readonly checkS: number
  readonly memoryMB: number
}

function cost(connectorCount: number, checkCount: number): Cost {
  const folder = mkdtempSync(join(root, 'bench/out/types-'))
  try {
    for (let index = 0; index < connectorCount; index++)
      writeFileSync(join(folder, `acme-${index}.ts`), connectorText(index, checkCount))
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../../tsconfig.json', include: ['*.ts'], exclude: [] }),
    )
    const said = execFileSync(process.execPath, [tsc, '--noEmit', '--extendedDiagnostics', '-p', folder], {
      encoding: 'utf8',
    })
    const figure = (name: string) => Number(new RegExp(`^${name}: +([\\d.]+)`, 'm').exec(said)?.[1])
    return {
      instantiations: figure('Instantiations'),
      types: figure('Types'),
      checkS: figure('Check time'),
      memoryMB: Math.round(figure('Memory used') / 1000),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const entry = cost(1, 0)
const bare = cost(connectors, 0)
const one = cost(connectors, 1)
const all = cost(connectors, checks)
const round = (value: number) => Math.round(value)
console.table({
  'one connector': entry,
  [`${connectors} connectors`]: bare,
  '… with 1 check each': one,
  [`… with ${checks} checks each`]: all,
})
console.log(`a connector: ${round((bare.instantiations - entry.instantiations) / (connectors - 1))} instantiations`)
console.log(`the first check of a connector: ${round((one.instantiations - bare.instantiations) / connectors)}`)
console.log(`each further check: ${round((all.instantiations - one.instantiations) / (connectors * (checks - 1)))}`)
console.log(
  `a check on average: ${round((all.instantiations - bare.instantiations) / (connectors * checks))}   (target: fewer than 300)`,
)
