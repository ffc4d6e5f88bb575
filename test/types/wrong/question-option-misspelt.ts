// expect line 15: 'remedy' does not exist in type

import { defineConnector } from 'checkwright'
import { devicesEncrypted } from 'checkwright/questions'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const devices = acme.inventory({ of: 'device', tells: ['diskEncrypted'], covers: ['all'], async *list() {} })

devicesEncrypted(devices, { remedy: 'Turn it on.' })
