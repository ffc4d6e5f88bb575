// expect line 9: "\"options\" is not an option here"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  credentialFields: [{ id: 'region', label: 'Region', type: 'text', options: [{ value: 'eu', label: 'Europe' }] }],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
