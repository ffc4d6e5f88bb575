import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyConnector } from 'checkwright'
import { stringify } from 'yaml'
import { readWitnesses, type Witnesses } from '../../../src/author/prove/witnesses/read-witnesses.ts'
import { readConnector } from '../../../src/data/read-connector.ts'
import type { Recording } from '../../../src/evidence/recording/recording.ts'

const now = '2026-06-30T12:00:00Z'

export const acmeText = `
checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: https://api.acme.example/v1
auth: { type: api_key, config: { in: header, name: X-Key } }
test: { path: /me }
checks:
  - id: keys-rotated
    title: Keys are rotated
    onEmpty: not_applicable
    list: { path: /keys, items: keys, next: { cursor: next, param: after } }
    unknown: [{ when: "!(item.state in ['on', 'off'])", because: The state is an unknown word. }]
    applies: item.state != 'off'
    resource: { type: key, id: item.id }
    pass: age(item.rotated) <= 90
    notApplicable: { title: Off }
    fail: { title: Old, remediation: Rotate the key in the settings. }
  - id: sso-enforced
    title: Sign-on is enforced
    get: { path: /settings }
    resource: { type: account, id: "'acme'" }
    pass: body.sso.enforced
    fail: { title: Passwords work, remediation: Turn single sign-on on. }
`

const key = (id: string, rotated: string, state = 'on') => ({ id, state, created: '2025-01-01T00:00:00Z', rotated })

export const acmeWorld: Recording = {
  schema: 'checkwright.recording/v1',
  connector: { id: 'acme', version: '1.0.0' },
  inputs: { now, variables: {}, settings: {}, credentials: { api_key: '[redacted]' }, stateBefore: {} },
  checks: [
    {
      id: 'keys-rotated',
      status: 'fail',
      complete: true,
      results: [
        { status: 'pass', resource: { type: 'key', id: 'a' }, title: 'Keys are rotated', evidence: {} },
        { status: 'fail', resource: { type: 'key', id: 'b' }, title: 'Old', evidence: {} },
        { status: 'not_applicable', resource: { type: 'key', id: 'c' }, title: 'Off', evidence: {} },
      ],
    },
    {
      id: 'sso-enforced',
      status: 'pass',
      complete: true,
      results: [{ status: 'pass', resource: { type: 'account', id: 'acme' }, title: 'Enforced', evidence: {} }],
    },
  ],
  exchanges: [
    {
      checks: ['keys-rotated'],
      request: { method: 'GET', url: 'https://api.acme.example/v1/keys' },
      response: {
        status: 200,
        json: { keys: [key('a', '2026-06-01T00:00:00Z'), key('b', '2025-06-01T00:00:00Z')], next: 'p2' },
      },
    },
    {
      checks: ['keys-rotated'],
      request: { method: 'GET', url: 'https://api.acme.example/v1/keys?after=p2' },
      response: { status: 200, json: { keys: [key('c', '2025-06-01T00:00:00Z', 'off')], next: null } },
    },
    {
      checks: ['sso-enforced'],
      request: { method: 'GET', url: 'https://api.acme.example/v1/settings' },
      response: { status: 200, json: { sso: { enforced: true, beta: false } } },
    },
  ],
}

const source = {
  url: 'https://docs.acme.example/keys',
  says: 'It says so.',
  read: '2026-06-01',
}
interface Source {
  readonly url: string
  readonly locator?: string | undefined
  readonly says: string
  readonly read: string
}

const locators: Readonly<Record<string, string>> = {
  'keys-rotated': 'GET /keys keys.rotated',
  'sso-enforced': 'GET /settings sso.enforced',
}
/** What a witness of a check says beside its case. */
export const about = (check: string) => {
  const named: Source = { ...source, locator: locators[check] }
  return { of: { check, way: 'as it is' }, world: 'sound', source: named }
}

/** Witnesses that notice every mistake in the two checks. */
export const acmeWitnesses = [
  {
    id: 'keys',
    ...about('keys-rotated'),
    expect: { 'keys-rotated': { pass: ['a'], fail: ['b'], not_applicable: ['c'] } },
  },
  {
    id: 'key-of-90-days',
    ...about('keys-rotated'),
    change: [{ request: 'GET /keys', at: 'keys[id=b].rotated', is: '-90d' }],
    expect: { 'keys-rotated': { pass: ['b'] } },
  },
  {
    id: 'key-of-91-days',
    ...about('keys-rotated'),
    change: [{ request: 'GET /keys', at: 'keys[id=a].rotated', is: '-91d' }],
    expect: { 'keys-rotated': { fail: ['a'] } },
  },
  {
    id: 'key-without-day',
    ...about('keys-rotated'),
    change: [{ request: 'GET /keys', at: 'keys[id=a].rotated', remove: true }],
    expect: { 'keys-rotated': { undecided: ['a'] } },
  },
  {
    id: 'key-of-another-state',
    ...about('keys-rotated'),
    change: [{ request: 'GET /keys', at: 'keys[id=a].state', is: 'archived' }],
    expect: { 'keys-rotated': { undecided: ['a'] } },
  },
  {
    id: 'no-keys',
    ...about('keys-rotated'),
    change: [{ request: 'GET /keys', is: { keys: [], next: null } }],
    expect: { 'keys-rotated': 'not_applicable' },
  },
  { id: 'sso', ...about('sso-enforced'), expect: { 'sso-enforced': 'pass' } },
  {
    id: 'sso-off',
    ...about('sso-enforced'),
    change: [{ request: 'GET /settings', at: 'sso.enforced', is: false }],
    expect: { 'sso-enforced': 'fail' },
  },
  {
    id: 'sso-refused',
    ...about('sso-enforced'),
    change: [{ request: 'GET /settings', status: 403 }],
    expect: { 'sso-enforced': { error: 'permission' } },
  },
]

export type AcmeWitness = Partial<(typeof acmeWitnesses)[number]> & Readonly<Record<string, unknown>>

/** Acme, or a version of it. @param edit changes its file */
export function readAcme(edit: (text: string) => string = (text) => text): AnyConnector {
  return readConnector('acme.connector.yaml', new TextEncoder().encode(edit(acmeText)))
}

export interface AcmeFiles {
  readonly witnesses?: readonly AcmeWitness[]
  readonly world?: unknown
  /** Other members of the file. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** Writes the witness file and its world into a folder. */
export function writeAcme(
  folder: string,
  { witnesses = acmeWitnesses, world = acmeWorld, members = {} }: AcmeFiles = {},
): string {
  mkdirSync(join(folder, 'worlds'), { recursive: true })
  writeFileSync(join(folder, 'acme.connector.yaml'), acmeText)
  writeFileSync(join(folder, 'worlds/sound.recording.json'), JSON.stringify(world))
  const file = { checkwright: 'witnesses/v1', connector: 'acme', now, worlds: { sound: 'worlds/sound.recording.json' } }
  const path = join(folder, 'acme.witnesses.yaml')
  writeFileSync(path, stringify({ ...file, ...members, witnesses }, { lineWidth: 0 }))
  return path
}

export function loadAcme(folder: string, files: AcmeFiles = {}, connector = readAcme()): Promise<Witnesses> {
  return readWitnesses(writeAcme(folder, files), connector)
}

const boolean = { type: 'boolean' }

/** Members of a key, by the description of the vendor. */
export const describedKey = {
  id: { type: 'string' },
  name: { type: 'string' },
  note: { type: 'string' },
  state: { type: 'string', enum: ['on', 'off'] },
  rotated: { type: 'string', format: 'date-time' },
}

/** The vendor's description. @param key members of a key @param sso further members of the settings */
export function describeAcme(key: object = describedKey, sso: object = {}): object {
  const answer = (schema: object) => ({ get: { responses: { 200: { content: { 'application/json': { schema } } } } } })
  const list = { type: 'object', properties: { keys: { type: 'array', items: { type: 'object', properties: key } } } }
  const settings = { type: 'object', properties: { enforced: boolean, ...sso } }
  return {
    openapi: '3.1.0',
    paths: { '/v1/keys': answer(list), '/v1/settings': answer({ type: 'object', properties: { sso: settings } }) },
  }
}
