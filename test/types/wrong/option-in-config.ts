// expect line 15: "\"usePkce\" is not an option here"

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
      usePkce: true,
    },
  },
})
