// expect line 9: "\"secret\" is declared twice"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: {
    type: 'custom',
    config: {
      credentialFields: [
        { id: 'secret', label: 'Secret', type: 'password', required: true },
        { id: 'secret', label: 'Secret again', type: 'password' },
      ],
    },
  },
})
