import { expect, test } from 'vitest'
import { findHollowed } from '../../../../src/author/testing/contract/hollow-answers.ts'
import { describeRequest, type HostFetchInit, type Scenario } from '../../../../src/author/testing/contract/scenario.ts'
import { readConnector } from '../../../../src/data/read-connector.ts'

/** Judges by two answers whether people sign in at an identity provider. */
function createConnector(pass: string) {
  const file = {
    checkwright: 'connector/v1',
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    checks: [
      {
        id: 'sso',
        title: 'Single sign-on',
        let: { saml: { path: '/saml' } },
        get: { path: '/oidc' },
        values: {
          oidc: { of: 'body.on', none: { values: [null], source: 'A page.' }, otherwise: 'false' },
          // Takes an answer without members for one that says yes.
          assumed: { of: 'saml.on', none: { absent: 'withAnswer', source: 'A page.' }, otherwise: 'true' },
        },
        resource: { type: 'account', id: "'acme'" },
        pass,
        fail: { title: 'It is off', remediation: 'Turn it on.' },
      },
    ],
  }
  return readConnector('acme.connector.json', Buffer.from(JSON.stringify(file)))
}

function createScenario(saml: object, oidc: object): Scenario {
  const answer = (path: string, json: object) => ({
    ...describeRequest(`https://api.acme.example${path}`, { method: 'GET', headers: {} } as HostFetchInit),
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(json),
  })
  return {
    check: 'sso',
    credentials: { api_key: 'k' },
    variables: {},
    now: '2026-05-01T00:00:00Z',
    answers: [answer('/saml', saml), answer('/oidc', oidc)],
  }
}

const find = async (pass: string, saml: object, oidc: object) =>
  (await findHollowed(createConnector(pass), [createScenario(saml, oidc)], () => false)).map(
    ({ operation, answer, status }) => `${answer} to ${operation.replace(/^.*\//, '/')} is ${status}`,
  )

test('findHollowed() finds nothing where an answer without members decides nothing', async () => {
  expect(await find('saml.on && oidc', { on: true }, { on: true })).toEqual([])
})

test('findHollowed() finds a verdict that an answer would turn if it said something', async () => {
  expect(await find('assumed && oidc', { on: true }, { on: true })).toContain('{} to /saml is pass')
})

test('findHollowed() leaves out an answer that turns nothing, because another one decides', async () => {
  expect(await find('saml.on || oidc', { on: true }, { on: true })).toEqual([])
  expect(await find('saml.on && oidc', { on: false }, { on: true })).toEqual([])
})
