// expect line 9: "{site} names no credential field or setting"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  allowedHosts: ['uploads.acme.example', '{site}.acme.example'],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
