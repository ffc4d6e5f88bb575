import { boundControls, daysSince, formatDays } from 'checkwright'
import { github } from '../../connector.ts'
import { reportCoverage } from '../../coverage.ts'
import { listRepositories } from '../../repositories.ts'
import { DeployKey } from '../../responses.ts'

export const deployKeys = github.check({
  id: 'deploy-keys',
  title: 'Deploy keys only read, and are in use',
  description:
    'Checks for every deploy key whether it may write, and when it was last used. Such a key belongs to no person, needs no second factor and never expires. A key that was never used counts from the day when it was added. Keys that the organization has turned off open nothing. Not judged: archived and disabled repositories.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.4'], { max_unused_days: { max: 365 } }),
  states: ['rights-narrow', { 'unused-keys-removed': { idle: 'max_unused_days' } }],
  scopes: ['metadata:read', 'administration:read', 'organization_administration:read'],
  tags: ['keys', 'least-privilege'],
  onEmpty: 'not_applicable',
  volatile: ['unusedDays'],
  variables: [{ id: 'max_unused_days', label: 'Longest time without use, days', type: 'number', default: 90, min: 1 }],
  async run(ctx) {
    const { organization } = ctx.credentials
    const { max_unused_days: days } = ctx.variables
    let seen = 0
    await ctx.each(
      listRepositories(ctx, organization),
      async ({ fullName, htmlUrl, archived, disabled }) => {
        seen++
        if (archived || disabled) return
        const keys = ctx.paginate(`/repos/${fullName}/keys`, {
          query: { per_page: 100 },
          schema: DeployKey,
          next: 'link',
        })
        await ctx.each(
          keys,
          async ({ id, title: name, read_only: readOnly, created_at: addedAt, last_used: usedAt, enabled }) => {
            const resource = { type: 'deploy-key', id: `${fullName}#${id}`, name: `${name} of ${fullName}` }
            if (enabled === false) {
              ctx.notApplicable({
                resource,
                title: `${name} of ${fullName} is turned off`,
                evidence: { enabled, readOnly },
              })
              return
            }
            const unusedDays = daysSince(ctx, usedAt ?? addedAt)
            const gaps = [
              ...(readOnly ? [] : ['may write']),
              ...(unusedDays > days ? [`was not used for ${formatDays(unusedDays)}`] : []),
            ]
            const evidence = { readOnly, addedAt, lastUsedAt: usedAt, unusedDays }
            if (gaps.length === 0) ctx.pass({ resource, title: `${name} only reads, and is in use`, evidence })
            else {
              ctx.fail({
                resource,
                title: `${name} of ${fullName} ${gaps.join(' and ')}`,
                remediation: `Open ${htmlUrl}/settings/keys. Delete the key if nothing needs it. Otherwise replace it by one without "Allow write access", or by a GitHub App.`,
                evidence,
              })
            }
          },
          {
            resource: ({ id, title }) => ({
              type: 'deploy-key',
              id: `${fullName}#${id}`,
              name: `${title} of ${fullName}`,
            }),
          },
        )
      },
      { resource: ({ id, fullName }) => ({ type: 'repository', id, name: fullName }) },
    )
    await reportCoverage(ctx, organization, seen)
  },
})
