// expect line 22: Property 'remediation' is missing

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  credentialFields: [
    { id: 'region', label: 'Region', type: 'select', required: true, options: [{ value: 'eu', label: 'Europe' }] },
    { id: 'site', label: 'Site', type: 'text' },
  ],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  variables: [{ id: 'max_admins', label: 'Administrators', type: 'number', default: 4 }],
})

acme.check({
  id: 'admins',
  title: 'Administrators are few',
  severity: 'high',
  run(ctx) {
    ctx.fail({ resource: { type: 'user', id: '1' }, title: 'Administrator' })
  },
})
