import { runChecks } from '../../../src/app/runtime/index.ts'
import { type AnyConnector, defineConnector } from '../../../src/index.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://{host}',
  credentialFields: [
    { id: 'host', label: 'Host', type: 'text', required: true, pattern: '[a-z.]+' },
    { id: 'port', label: 'Port', type: 'number' },
  ],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const cloud = defineConnector({
  id: 'cloud',
  name: 'Cloud',
  baseUrl: 'https://a.example',
  auth: {
    type: 'oauth2',
    config: { authorizeUrl: 'https://a.example/a', tokenUrl: 'https://a.example/t', scopes: ['a'] },
  },
})
declare const any: AnyConnector

runChecks(acme, { credentials: { host: 'a.example', port: 4, api_key: process.env.ACME_KEY } })
runChecks(acme, { credentials: { port: '4' } })
runChecks(cloud, { credentials: { access_token: 'x' } })
runChecks(any, { credentials: { whatever: 1 } })
