// expect line 18: Property 'pass' does not exist

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
  async *list(ctx) {
    yield { id: 'u1', kind: 'person', status: 'active' }
    ctx.pass({ resource: { type: 'account', id: 'a' }, title: 'Seen' })
  },
})
