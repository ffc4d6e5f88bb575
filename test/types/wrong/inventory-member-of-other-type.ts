// expect line 16: Type 'string' is not assignable to type 'boolean | undefined'

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

acme.inventory({
  of: 'account',
  tells: ['secondFactor'],
  covers: ['members'],
  async *list() {
    yield { id: 'u1', kind: 'person', status: 'active', secondFactor: 'on' }
  },
})
