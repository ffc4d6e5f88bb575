// expect line 17: 'lastActiveAt' does not exist

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

acme.inventory({
  of: 'account',
  tells: ['lastActiveAt'],
  covers: ['members'],
  async *list() {},
  facts: { lastActiveAt: { read: async () => null } },
})
