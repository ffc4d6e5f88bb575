import { boundControls, daysSince, formatDays } from 'checkwright'
import { datadog } from '../connector.ts'
import { pageSize, pages } from '../pages.ts'
import { ApplicationKey } from '../responses.ts'

export const applicationKeys = datadog.check({
  id: 'application-keys',
  title: 'Application keys are renewed, and limited to what they are for',
  description:
    'Checks the age of every application key, and whether it is scoped. A key without scopes can do whatever its owner can, for as long as it exists. Not judged: whether the owner is enabled, and how wide the scopes are.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'soc2:CC6.3', 'iso27001:A.5.17'], {
    max_key_days: { max: 365 },
    require_scopes: { oneOf: [true] },
  }),
  states: ['rights-narrow', { 'keys-renewed': { age: 'max_key_days' } }],
  scopes: ['org_app_keys_read'],
  tags: ['tokens', 'least-privilege'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'max_key_days', label: 'Longest life of a key, days', type: 'number', default: 365, min: 1 },
    { id: 'require_scopes', label: 'Keys have to be scoped', type: 'boolean', default: true },
  ],
  async run(ctx) {
    const { max_key_days: days, require_scopes: requireScopes } = ctx.variables
    const keys = ctx.paginate('/api/v2/application_keys', {
      query: pageSize,
      schema: ApplicationKey,
      resource: { type: 'application-key', id: 'id', name: 'attributes.name' },
      ...pages,
    })
    await ctx.each(
      keys,
      async ({ id, attributes }) => {
        const { name, created_at: createdAt, last4, scopes } = attributes
        const ageDays = daysSince(ctx, createdAt)
        const gaps = [
          ...(ageDays > days ? [`is ${formatDays(ageDays)} old, ${days} allowed`] : []),
          ...(requireScopes && !scopes?.length ? ['is not scoped'] : []),
        ]
        const resource = { type: 'application-key', id, name }
        const evidence = { createdAt, last4, scopes: scopes ?? null }
        if (gaps.length === 0) ctx.pass({ resource, title: `${name} is young and scoped enough`, evidence })
        else {
          ctx.fail({
            resource,
            title: `${name} ${gaps.join(' and ')}`,
            remediation: `Open Organization Settings → Application Keys. Make a scoped key in place of "${name}" (…${last4}), move its users to it, and revoke the old one.`,
            evidence,
          })
        }
      },
      { resource: ({ id, attributes: { name } }) => ({ type: 'application-key', id, name }) },
    )
  },
})
