import { expect, test } from 'vitest'
import { findSignInProblems } from '../../../src/author/accept/sign-in-problems.ts'
import { type Description, openDescription } from '../../../src/descriptions/description.ts'
import { readAcme } from '../prove/acme.ts'

const auth = 'auth: { type: api_key, config: { in: header, name: X-Key } }'
const withAuth = (other: string) => (text: string) => text.replace(auth, other)
const oauth = (tokenUrl: string, more = '') =>
  withAuth(`auth: { type: oauth2, config: { grant: client_credentials, scopes: [], tokenUrl: '${tokenUrl}'${more} } }`)

function describe(schemes: object, servers: readonly object[] = [{ url: 'https://api.acme.example/v1' }]): Description {
  return openDescription({
    openapi: '3.0.3',
    info: { title: 'Acme', version: '1' },
    servers,
    paths: {},
    components: { securitySchemes: schemes },
  }) as Description
}

const key = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } }
const flows = {
  own: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://id.acme-login.example/token', scopes: {} } },
  },
}

const problemsOf = (edit: (text: string) => string, description: Description) =>
  findSignInProblems(readAcme(edit), description).map(({ path }) => path.join('.'))

test.each<readonly [string, (text: string) => string, Description, readonly string[]]>([
  ['nothing', (text) => text, describe(key), []],
  ['another host', (text) => text.replace('api.acme.example', 'api.acme-mirror.com'), describe(key), ['baseUrl']],
  [
    'hosts that may get credentials too',
    (text) => `${text.trimEnd()}\nallowedHosts: ['files.acme.example', '*.acme-mirror.com']\n`,
    describe(key),
    ['allowedHosts.1'],
  ],
  ['a token of another host', oauth('https://id.acme-mirror.com/token'), describe(flows), ['auth.config.tokenUrl']],
  ['a token of the host of the vendor', oauth('https://id.acme.example/token'), describe(flows), []],
  ['a token of the host that the description names', oauth('https://id.acme-login.example/token'), describe(flows), []],
  [
    'a token of any host, where the description names none',
    oauth('https://id.acme-mirror.com/token'),
    describe(flows, []),
    ['auth.config.tokenUrl'],
  ],
  [
    'a place to revoke it at another host',
    oauth('https://id.acme.example/token', `, revokeUrl: 'https://id.acme-mirror.com/revoke'`),
    describe(flows),
    ['auth.config.revokeUrl'],
  ],
  ['another header', (text) => text.replace('X-Key', 'X-Other'), describe(key), ['auth']],
  ['a password', withAuth('auth: { type: basic, config: {} }'), describe(key), ['auth']],
])('findSignInProblems() finds where secrets go otherwise: %s', (_, edit, description, paths) => {
  expect(problemsOf(edit, description)).toEqual(paths)
})
