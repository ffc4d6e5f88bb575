// expect line 15: Type '"expired"' is not assignable to type 'RefusalCause'

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://acme.example/authorize',
      tokenUrl: 'https://acme.example/token',
      scopes: [],
      refusals: { session_ended: 'expired' },
    },
  },
})
