// expect line 15: Type '{ max_days: string; }' is not assignable to type 'undefined'

import { defineConnector } from 'checkwright'
import { devicesEncrypted } from 'checkwright/questions'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const devices = acme.inventory({ of: 'device', tells: ['diskEncrypted'], covers: ['all'], async *list() {} })

devicesEncrypted(devices, { variables: { max_days: 'days' } })
