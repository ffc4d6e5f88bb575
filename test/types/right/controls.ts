import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  variables: [
    { id: 'most', label: 'Most', type: 'number', default: 4 },
    {
      id: 'level',
      label: 'Level',
      type: 'select',
      options: [
        { value: 'low', label: 'Low' },
        { value: 'high', label: 'High' },
      ],
    },
  ],
})

export const admins = acme.check({
  id: 'admins',
  title: 'Administrators are few',
  variables: [
    { id: 'strict', label: 'Strict', type: 'boolean', default: true },
    { id: 'roles', label: 'Roles', type: 'multiselect', options: [{ value: 'owner', label: 'Owner' }] },
    { id: 'domain', label: 'Domain', type: 'text' },
  ],
  controls: [
    'soc2:CC6.1',
    { id: 'soc2:CC6.3', requires: { most: { max: 4 }, level: { oneOf: ['high'] }, strict: { oneOf: [true] } } },
    { id: 'acme:1', requires: { roles: { includes: ['owner'] }, domain: { oneOf: ['acme.example'] } } },
  ],
  run(ctx) {
    ctx.log(`${ctx.variables.most.toFixed(0)} ${ctx.variables.strict}`)
  },
})
