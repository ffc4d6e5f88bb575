// expect line 17: Type 'Promise<number>' is not assignable to type

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

acme.inventory({
  of: 'account',
  tells: ['email'],
  covers: ['members'],
  async *list() {},
  facts: { lastActiveAt: { read: async () => 5 } },
})
