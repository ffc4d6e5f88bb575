// expect line 10: "\"api_key\" is declared twice"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  credentialFields: [{ id: 'api_key', label: 'Key', type: 'text' }],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
