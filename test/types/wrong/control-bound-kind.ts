// expect line 15: 'oneOf' does not exist

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  variables: [{ id: 'most', label: 'Most', type: 'number', default: 4 }],
})
acme.check({
  id: 'admins',
  title: 'Administrators are few',
  controls: [{ id: 'soc2:CC6.1', requires: { most: { oneOf: [4] } } }],
  run(ctx) {
    ctx.log('x')
  },
})
