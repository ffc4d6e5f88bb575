import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Provider } from '../connectors/data/provider.ts'
import { findFreePort } from '../setup/free-port.ts'
import { askJson, type Product, requireFromHere, startProcess } from './product.ts'

/** The day of each release that tests know. */
const released: Readonly<Record<string, string>> = { '7.5.1': '2026-03-28' }

export interface Unleash extends Product {
  /** @param rootRole 1 is Admin, 2 Editor, 3 Viewer in a new Unleash */
  readonly createUser: (email: string, rootRole: number) => Promise<number>
  /** Signs in as a person does, and makes a personal token. @throws Error where Unleash refuses */
  readonly createToken: (username: string) => Promise<string>
}

const samplePassword = 'Sample-p4ss-of-tests'

/** A new Unleash on an empty database of PostgreSQL. About 3 s. */
export async function startUnleash(database: string): Promise<Unleash> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const running = await startProcess({
    file: requireFromHere.resolve('unleash-server').replace(/lib\/server-impl\.js$/, 'server.js'),
    env: {
      DATABASE_URL: database,
      DATABASE_SSL: 'false',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: String(port),
      UNLEASH_URL: origin,
      // It tells nobody that it runs.
      CHECK_VERSION: 'false',
      SEND_TELEMETRY: 'false',
      // Only who starts it can make a token of the type "admin".
      INIT_ADMIN_API_TOKENS: '*:*.sample-token-of-tests',
      UNLEASH_DEFAULT_ADMIN_USERNAME: 'admin',
      UNLEASH_DEFAULT_ADMIN_PASSWORD: samplePassword,
      SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000',
      CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000',
    },
    origin,
    readyPath: '/health',
  })
  const createToken: Unleash['createToken'] = async (username) => {
    const signedIn = await fetch(`${origin}/auth/simple/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: samplePassword }),
    })
    // Unleash sends the last byte when it has stored the session, and all that stands before it at once.
    await signedIn.arrayBuffer()
    const cookie = signedIn.headers.getSetCookie().find((each) => each.startsWith('unleash-session='))
    if (!signedIn.ok || cookie === undefined) throw new Error(`Unleash answered ${signedIn.status} to the sign-in.`)
    const body = { description: 'tests', expiresAt: new Date(Date.now() + 86_400_000).toISOString() }
    const headers = { cookie: cookie.replace(/;.*/, '') }
    return Token.parse(await askJson(`${origin}/api/admin/user/tokens`, { method: 'POST', headers, body })).secret
  }
  const authorization = await createToken('admin')
  const call: Product['call'] = (method, path, body) =>
    askJson(`${origin}/api/admin${path}`, { method, headers: { authorization }, body })
  return {
    ...running,
    credentials: { host: 'unleash.sample.example', api_key: authorization },
    call,
    createToken,
    createUser: async (email, rootRole) => {
      const body = { email, rootRole, password: samplePassword, sendEmail: false }
      return User.parse(await call('POST', '/user-admin', body)).id
    },
  }
}

const Token = z.object({ secret: z.string() })
const User = z.object({ id: z.number() })
const Document = z.looseObject({ info: z.object({ title: z.string(), version: z.string() }) })

/** The description that Unleash itself serves. */
export async function describeUnleash({ origin }: Product): Promise<Provider> {
  const description = Document.parse(await askJson(`${origin}/docs/openapi.json`))
  const { version } = description.info
  const dated = released[version]
  return {
    description,
    sources: [
      {
        name: 'unleash',
        kind: 'description',
        of: 'unleash-server, /docs/openapi.json',
        version,
        licence: 'Apache-2.0',
        sha256: createHash('sha256').update(JSON.stringify(description)).digest('hex'),
        dated,
      },
    ],
  }
}
