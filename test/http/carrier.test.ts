import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Authorization } from '../../src/auth/authorizer.ts'
import { Carrier } from '../../src/http/carrier.ts'
import type { Hop } from '../../src/http/hop.ts'
import { Redactor } from '../../src/http/redact/redact.ts'
import { createConnectorWith, secretKey } from './support.ts'

const tenant = { id: 'tenant', label: 'Tenant', type: 'text' } as const
const own = new URL('https://api.acme.example/users?a=1')

function createCarrier() {
  const { definition } = createConnectorWith({
    baseUrl: 'https://api.acme.example',
    credentialFields: [tenant],
    headers: { 'X-Tenant': '{tenant}', 'X-Version': '7' },
    query: { tenant: '{tenant}', v: '7' },
  })
  const redactor = new Redactor(definition.sensitive)
  redactor.add(secretKey)
  return new Carrier({ definition: definition }, { values: { tenant: 'blue' }, patterns: {} }, redactor)
}

const used: Authorization = { headers: { 'X-Api-Key': secretKey }, query: { key: secretKey } }
const hop = (url: URL, headers = {}): Hop => ({ method: 'GET', url, headers, body: undefined })

describe('Carrier.outgoing()', () => {
  test('gives the connection the headers of the connector and, last of all, the credentials', () => {
    const sent = createCarrier().outgoing(hop(own, { 'x-tenant': 'red', 'x-api-key': 'mine' }), 'connection', used)

    expect(sent.headers).toMatchObject({ 'x-tenant': 'red', 'x-version': '7', 'x-api-key': secretKey })
    expect(sent.url.search).toBe(`?a=1&key=${secretKey}`)
  })

  test('adds the key to a copy of the URL: whoever was shown the first one has not seen it', () => {
    const asked = hop(new URL(own))

    createCarrier().outgoing(asked, 'connection', used)

    expect(asked.url.href).toBe(own.href)
  })

  test('gives the request as it may be shown where nothing is used', () => {
    const shown = createCarrier().outgoing(hop(own), 'connection', undefined)

    expect(JSON.stringify({ ...shown, url: shown.url.href })).not.toContain(secretKey)
  })

  test.each(['stranger', 'elsewhere'] as const)(
    'gives %s neither credentials nor what a customer typed, whatever is given with them (property)',
    (as) => {
      const name = fc.stringMatching(/^x-[a-z]{1,8}$/)
      const value = fc.stringMatching(/^[ -~]{0,20}$/)

      fc.assert(
        fc.property(fc.dictionary(name, value), fc.boolean(), (headers, isUsed) => {
          const sent = createCarrier().outgoing(hop(own, headers), as, isUsed ? used : undefined)

          const all = JSON.stringify({ ...sent, url: sent.url.href })
          expect(all).not.toContain(secretKey)
          expect(sent.headers['x-tenant']).toBe(headers['x-tenant'])
          expect(sent.headers['x-api-key']).toBe(headers['x-api-key'])
        }),
      )
    },
  )

  test.each(['stranger', 'elsewhere'] as const)('refuses a secret that the caller gives %s', (as) => {
    expect(() => createCarrier().outgoing(hop(own, { 'x-any': secretKey }), as, undefined)).toThrow(
      expect.objectContaining({ code: 'HTTP_HOST_REFUSED' }),
    )
  })

  test('prepares the headers anew for other credentials and for another host', () => {
    const carrier = createCarrier()
    const { headers: bare } = { headers: hop(own).headers }
    const ask = (url: string, key: string) =>
      carrier.outgoing({ ...hop(new URL(url)), headers: bare }, 'connection', {
        headers: { 'X-Api-Key': key },
        query: {},
      })

    const keys = [ask('https://a.example/', 'one'), ask('https://a.example/', 'two'), ask('https://b.example/', 'one')]

    expect(keys.map(({ headers }) => headers['x-api-key'])).toEqual(['one', 'two', 'one'])
  })
})

describe('Carrier.target()', () => {
  test('adds parameters that are missing, and repeats none that a next page brings', () => {
    const target = createCarrier().target(new URL('https://api.acme.example/users?v=8'), 'connection')

    expect(target.search).toBe('?v=8&tenant=blue')
  })

  test('gives a stranger what is the same for every customer, and other hosts nothing', () => {
    const carrier = createCarrier()

    expect(carrier.target(own, 'stranger').search).toBe('?a=1&v=7')
    expect(carrier.target(own, 'elsewhere').search).toBe('?a=1')
  })
})
