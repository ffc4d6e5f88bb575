import { boundControls, daysSince } from 'checkwright'
import { datadog } from '../connector.ts'
import { firstPage, pages } from '../pages.ts'
import { ApiKey } from '../responses.ts'

export const apiKeys = datadog.check({
  id: 'api-keys',
  title: 'API keys are renewed',
  description:
    'Checks the age of every API key. Keys are in configurations, images and shells of people who left. A holder of the key can send false data, but read none.',
  severity: 'low',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17'], { max_key_days: { max: 365 } }),
  scopes: ['api_keys_read'],
  tags: ['tokens'],
  variables: [{ id: 'max_key_days', label: 'Longest life of a key, days', type: 'number', default: 365, min: 1 }],
  async run(ctx) {
    const { max_key_days: days } = ctx.variables
    const keys = ctx.paginate('/api/v2/api_keys', { query: firstPage, schema: ApiKey, ...pages })
    for await (const { id, attributes } of keys) {
      const { name, created_at: createdAt, last4 } = attributes
      const ageDays = daysSince(ctx, createdAt)
      const resource = { type: 'api-key', id, name }
      const evidence = { createdAt, last4 }
      if (ageDays <= days) ctx.pass({ resource, title: `${name} is ${ageDays} days old`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} is ${ageDays} days old, ${days} allowed`,
          remediation: `Under Organization Settings → API Keys make a key in place of "${name}" (…${last4}), move its users to it, and revoke the old one.`,
          evidence,
        })
      }
    }
  },
})
