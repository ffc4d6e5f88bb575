// expect line 12: 'api_kee' does not exist in type
import { defineConnector } from 'checkwright'
import { runChecks } from 'checkwright/runtime'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

runChecks(acme, { credentials: { api_kee: 'x' } })
