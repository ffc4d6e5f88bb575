// expect line 15: Argument of type 'Inventory<"account", "email", "acme">' is not assignable

import { defineConnector } from 'checkwright'
import { devicesManaged } from 'checkwright/questions'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const accounts = acme.inventory({ of: 'account', tells: ['email'], covers: ['all'], async *list() {} })

devicesManaged(accounts)
