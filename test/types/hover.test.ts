import { expect, test } from 'vitest'
import { readHovers } from './hover.ts'

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
