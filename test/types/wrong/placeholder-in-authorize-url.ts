// expect line 12: "{APP} names no credential field or setting"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://acme.example/{APP}/authorize',
      tokenUrl: 'https://acme.example/token',
      scopes: ['users:read'],
      customSettings: [{ id: 'app_name', label: 'App', type: 'text', required: true, token: '{APP_NAME}' }],
    },
  },
})
