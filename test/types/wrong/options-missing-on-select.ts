// expect line 9: Property 'options' is missing

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  credentialFields: [{ id: 'region', label: 'Region', type: 'select' }],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
