import { boundControls, daysSince, formatDays } from 'checkwright'
import { listPages } from '../../../_google/list-pages.ts'
import { reportSetting } from '../../../_settings/report-setting.ts'
import { gcloud } from '../../connector.ts'
import { HmacKey } from '../../settings.ts'

export const hmacKeys = gcloud.check({
  id: 'hmac-keys',
  title: 'Keys for the interoperable API of Cloud Storage are renewed',
  description:
    'Checks for every active HMAC key of a service account when it was made. Such a key is a pair of texts that programs of other vendors use. It works from anywhere, without a second factor and without an end. Not judged: keys of people, which Google does not list.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'hipaa:164.312(d)'], { max_key_days: { max: 365 } }),
  states: [{ 'keys-renewed': { age: 'max_key_days' } }],
  scopes: ['storage.hmacKeys.list'],
  tags: ['tokens', 'storage'],
  onEmpty: 'not_applicable',
  variables: [{ id: 'max_key_days', label: 'Oldest key, days', type: 'number', default: 90, min: 1 }],
  async run(ctx) {
    const { max_key_days: days } = ctx.variables
    const keys = ctx.paginate(
      `https://storage.googleapis.com/storage/v1/projects/${ctx.credentials.project_id}/hmacKeys`,
      {
        schema: HmacKey,
        resource: { type: 'hmac-key', id: 'accessId', name: 'accessId' },
        ...listPages('items', { has: ['kind'] }),
      },
    )
    await ctx.each(
      keys,
      async ({ accessId, serviceAccountEmail: email, state, timeCreated }) => {
        const resource = { type: 'hmac-key', id: accessId, name: `${email}: ${accessId}` }
        const evidence = { state, timeCreated }
        const ageDays = daysSince(ctx, timeCreated)
        if (state !== 'ACTIVE') ctx.notApplicable({ resource, title: `The key ${accessId} is off`, evidence })
        else {
          reportSetting(ctx, {
            resource,
            evidence,
            holds: ageDays <= days,
            good: `The key ${accessId} of ${email} is ${formatDays(ageDays)} old`,
            bad: `The key ${accessId} of ${email} is ${formatDays(ageDays)} old, ${days} allowed`,
            remediation:
              'Open Cloud Storage → Settings → Interoperability in the Google Cloud console. Create a new key for the service account, move what uses the old one to it, then deactivate and delete the old one.',
          })
        }
      },
      {
        resource: ({ accessId, serviceAccountEmail: email }) => ({
          type: 'hmac-key',
          id: accessId,
          name: `${email}: ${accessId}`,
        }),
      },
    )
  },
})
