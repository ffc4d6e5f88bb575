// expect line 20: "\"max_admins\" is a variable of the connector already"

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  credentialFields: [
    { id: 'region', label: 'Region', type: 'select', required: true, options: [{ value: 'eu', label: 'Europe' }] },
    { id: 'site', label: 'Site', type: 'text' },
  ],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  variables: [{ id: 'max_admins', label: 'Administrators', type: 'number', default: 4 }],
})

acme.check({
  id: 'admins',
  title: 'Administrators are few',
  variables: [{ id: 'max_admins', label: 'Administrators', type: 'number' }],
  run(ctx) {
    ctx.log('x')
  },
})
