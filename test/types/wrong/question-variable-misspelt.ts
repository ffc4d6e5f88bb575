// expect line 15: 'max_days' does not exist in type

import { defineConnector } from 'checkwright'
import { credentialsUsed } from 'checkwright/questions'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const keys = acme.inventory({ of: 'credential', tells: ['lastUsedAt', 'createdAt'], covers: ['all'], async *list() {} })

credentialsUsed(keys, { variables: { max_days: 'max_key_days' } })
