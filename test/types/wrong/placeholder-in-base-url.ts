// expect line 8: "{domain} names no credential field or setting"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://{domain}.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
