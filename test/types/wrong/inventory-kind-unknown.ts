// expect line 13: Type '"user"' is not assignable to type

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

acme.inventory({
  of: 'user',
  tells: [],
  covers: ['members'],
  async *list() {},
})
