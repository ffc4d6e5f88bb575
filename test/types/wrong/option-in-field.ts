// expect line 9: "\"require\" is not an option here"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  credentialFields: [{ id: 'domain', label: 'Domain', type: 'text', require: true }],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
