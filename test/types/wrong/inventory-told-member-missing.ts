// expect line 16: Property 'secondFactor' is missing in type

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

acme.inventory({
  of: 'account',
  tells: ['email', 'secondFactor'],
  covers: ['members'],
  async *list() {
    yield { id: 'u1', kind: 'person', status: 'active', email: null }
  },
})
