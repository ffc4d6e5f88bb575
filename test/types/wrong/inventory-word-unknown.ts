// expect line 16: Type '"human"' is not assignable to type

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

acme.inventory({
  of: 'account',
  tells: [],
  covers: ['members'],
  async *list() {
    yield { id: 'u1', kind: 'human', status: 'active' }
  },
})
