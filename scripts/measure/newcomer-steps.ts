import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FakeVendorOptions, paginated } from '../../src/author/testing/index.ts'

/** The steps of a newcomer with one strategy: `scripts/measure/newcomer.ts` measures them, and `test/package` tests them. */
export interface Newcomer {
  readonly kind: 'api_key' | 'basic' | 'oauth2' | 'custom' | 'openapi'
  /** Options of `checkwright new`. */
  readonly options: readonly string[]
  /** Credentials, in the command's environment variables. */
  readonly env: Readonly<Record<string, string>>
  /** The vendor of the connector: ada has a second factor, bob has none. */
  readonly vendor: FakeVendorOptions
  /** Turns what was made up into what this vendor says. */
  edit(folder: string, id: string): Promise<void>
}

const token = 'sesame-open'
const bearer = { type: 'bearer', token } as const
// Both are in use today, so that the second factor alone decides.
const today = new Date().toISOString()
const inUse = { status: 'active', created_at: today, last_login_at: today }
const users = paginated(
  [
    { id: 'ada', two_step_login: true, ...inUse },
    { id: 'bob', two_step_login: false, ...inUse },
  ],
  { pageSize: 1, style: 'link' },
)
const routes = { 'GET /users': users }

/** Name of the file with the description, beside the folder of the connector. */
export const descriptionFile = 'acme.openapi.yaml'

/** @param place folder of the description */
export function listNewcomers(place: string): readonly Newcomer[] {
  return [
    {
      kind: 'api_key',
      options: ['--auth', 'api_key'],
      env: { CHECKWRIGHT_CREDENTIAL_API_KEY: token },
      vendor: { auth: { type: 'api_key', in: 'header', name: 'Authorization', value: `Bearer ${token}` }, routes },
      edit: renameField,
    },
    {
      kind: 'basic',
      options: ['--auth', 'basic'],
      env: { CHECKWRIGHT_CREDENTIAL_USERNAME: 'ada', CHECKWRIGHT_CREDENTIAL_PASSWORD: token },
      vendor: { auth: { type: 'basic', username: 'ada', password: token }, routes },
      edit: renameField,
    },
    {
      kind: 'oauth2',
      options: ['--auth', 'oauth2'],
      env: { CHECKWRIGHT_CREDENTIAL_ACCESS_TOKEN: token },
      vendor: { auth: bearer, routes },
      edit: renameField,
    },
    {
      kind: 'custom',
      options: ['--auth', 'custom'],
      env: { CHECKWRIGHT_CREDENTIAL_CLIENT_ID: 'ada', CHECKWRIGHT_CREDENTIAL_CLIENT_SECRET: 'secret-of-ada' },
      vendor: {
        auth: bearer,
        routes: { ...routes, 'POST /login': { json: { token, expires_in: 3600 } } },
        publicRoutes: ['POST /login'],
      },
      edit: renameField,
    },
    {
      kind: 'openapi',
      options: ['--openapi', join(place, descriptionFile)],
      env: { CHECKWRIGHT_CREDENTIAL_API_KEY: token },
      vendor: { auth: { type: 'api_key', in: 'header', name: 'X-Acme-Key', value: token }, routes },
      edit: dropCheck,
    },
  ]
}

/** The vendor's field has another name than the invented one. */
async function renameField(folder: string, id: string): Promise<void> {
  for (const name of [`${id}.ts`, `${id}.test.ts`])
    await editFile(join(folder, name), (text) => text.replaceAll('mfa_enabled', 'two_step_login'))
}

/** The questions say all that the check of the same list would, so that it goes. */
async function dropCheck(folder: string, id: string): Promise<void> {
  await editFile(join(folder, `${id}.ts`), (text) =>
    text.replace("import { users } from './checks/users.ts'\n", '').replace(', users)', ')'),
  )
}

async function editFile(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`There was nothing to edit in ${file}.`)
  await writeFile(file, after)
}

/** The API description of the newcomer's vendor. */
export const description = `openapi: 3.1.0
info: { title: Acme API, version: '1' }
servers:
  - url: https://api.acme.example
security:
  - key: []
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Acme-Key }
  schemas:
    User:
      type: object
      required: [id, status, two_step_login]
      properties:
        id: { type: string }
        name: { type: [string, 'null'] }
        status: { type: string, enum: [active, suspended] }
        two_step_login: { type: boolean }
        last_login_at: { type: string, format: date-time }
paths:
  /users:
    get:
      summary: List users
      parameters:
        - { name: page, in: query, schema: { type: integer } }
      responses:
        '200':
          description: A page of users.
          headers:
            Link: { schema: { type: string } }
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/User' }
`
