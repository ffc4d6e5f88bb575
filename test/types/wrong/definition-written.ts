// expect line 12: Cannot assign to 'baseUrl' because it is a read-only property

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

acme.definition.baseUrl = 'https://evil.example'
