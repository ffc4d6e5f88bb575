import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { inferDocument, type Provider } from '../connectors/data/provider.ts'
import { findFreePort } from '../setup/free-port.ts'
import { askJson, type Product, requireFromHere, startProcess } from './product.ts'

/** The day of each release that tests know. */
const released: Readonly<Record<string, string>> = { '4.1.15': '2026-09-10' }

const samplePassword = 'Sample-p4ss-of-tests'

/** What a person writes into `settings.js`, beside who may sign in. */
export type NodeRedSettings = Readonly<Record<string, unknown>>

/** Settings that open everything which checks look at, and those that close it. */
export const openSettings: NodeRedSettings = { httpAdminCors: { origin: '*' }, functionExternalModules: true }
export const closedSettings: NodeRedSettings = {
  credentialSecret: 'sample-secret-of-tests',
  httpNodeAuth: { user: 'sample', pass: 'sample' },
  functionExternalModules: false,
  externalModules: { palette: { allowInstall: false, allowUpload: false } },
}

export interface NodeRed extends Product {
  /** What it answered to the sign-in of its administrator. */
  readonly login: unknown
}

/** A new Node-RED with a user who administers and one who reads. About 2 s. */
export async function startNodeRed(settings: NodeRedSettings): Promise<NodeRed> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-node-red-'))
  const password = BcryptHash.parse(requireFromHere('bcryptjs').hashSync(samplePassword, 4))
  const users = ['*', 'read'].map((permissions) => ({ username: `user ${permissions}`, password, permissions }))
  const all = {
    uiHost: '127.0.0.1',
    uiPort: port,
    flowFile: 'flows.json',
    adminAuth: { type: 'credentials', users },
    // It tells nobody that it runs.
    telemetry: { enabled: false, updateNotification: false },
    ...settings,
  }
  writeFileSync(join(folder, 'settings.js'), `module.exports = ${JSON.stringify(all)}\n`)
  const running = await startProcess({
    file: requireFromHere.resolve('node-red/red.js'),
    args: ['--userDir', folder, '--settings', join(folder, 'settings.js')],
    env: { HOME: folder },
    origin,
    readyPath: '/auth/login',
  })
  const login = await askJson(`${origin}/auth/token`, {
    method: 'POST',
    body: {
      client_id: 'node-red-admin',
      grant_type: 'password',
      scope: '*',
      username: 'user *',
      password: samplePassword,
    },
  })
  const { access_token } = Login.parse(login)
  return {
    ...running,
    login,
    credentials: { host: 'node-red.sample.example', username: 'user read', password: samplePassword },
    call: (method, path, body) =>
      askJson(`${origin}${path}`, {
        method,
        headers: { authorization: `Bearer ${access_token}` },
        body,
      }),
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const BcryptHash = z.string()
const Login = z.object({ access_token: z.string() })
const Settings = z.object({ version: z.string() })

/** A flow with two nodes of each kind that checks look at: one as it should be, and one not. */
export const sampleFlow: readonly object[] = [
  { id: 'a1', type: 'tab', label: 'Sample', disabled: false, info: '' },
  { id: 'b1', type: 'tls-config', name: 'good', verifyservercert: true },
  { id: 'b2', type: 'tls-config', name: 'bad', verifyservercert: false },
  { id: 'c1', type: 'mqtt-broker', name: 'good', broker: 'mqtt.example', port: '1', usetls: true, autoConnect: false },
  { id: 'c2', type: 'mqtt-broker', name: 'bad', broker: 'mqtt2.example', port: '1', usetls: false, autoConnect: false },
  { id: 'd2', type: 'exec', z: 'a1', d: true, command: 'date', addpay: '', append: '', wires: [[], [], []] },
  { id: 'd1', type: 'exec', z: 'a1', command: 'uptime', addpay: '', append: '', wires: [[], [], []] },
]

const readPaths = ['/settings', '/diagnostics', '/flows']
const good = { file: '', status: 200, headers: {} }

/** What the answers of Node-RED show of it: nobody describes them. */
export async function describeNodeRed(products: readonly NodeRed[]): Promise<Provider> {
  const answers = await Promise.all(
    products.flatMap(({ call, login }) => [
      ...readPaths.map(async (path) => ({ ...good, method: 'GET', path, body: await call('GET', path) })),
      { ...good, method: 'POST', path: '/auth/token', body: login },
    ]),
  )
  const { version: said } = Settings.parse(answers[0]?.body)
  const version = said.replace(/-git$/, '')
  const dated = released[version]
  const paths = Object.fromEntries([...readPaths, '/auth/token'].map((path) => [path, {}]))
  const description = { openapi: '3.0.3', info: { title: 'Node-RED', version }, ...inferDocument({ paths }, answers) }
  return {
    description,
    sources: [
      {
        name: 'node-red',
        kind: 'recordings',
        of: 'node-red, its own answers',
        version,
        licence: 'Apache-2.0',
        sha256: createHash('sha256').update(JSON.stringify(description)).digest('hex'),
        dated,
      },
    ],
  }
}
