// expect line 15: Argument of type 'Inventory<"account", "lastActiveAt", "acme">' is not assignable

import { defineConnector } from 'checkwright'
import { staleAccounts } from 'checkwright/questions'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const accounts = acme.inventory({ of: 'account', tells: ['lastActiveAt'], covers: ['all'], async *list() {} })

staleAccounts(accounts)
