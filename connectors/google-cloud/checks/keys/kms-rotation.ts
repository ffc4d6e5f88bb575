import { boundControls, formatDays } from 'checkwright'
import type * as z from 'zod/mini'
import { listPages } from '../../../_google/list-pages.ts'
import { reportSetting } from '../../../_settings/report-setting.ts'
import { gcloud } from '../../connector.ts'
import type { ProjectClient } from '../../services.ts'
import { CryptoKey, KmsPlace } from '../../settings.ts'

export const kmsRotation = gcloud.check({
  id: 'kms-rotation',
  title: 'Encryption keys are renewed by themselves',
  description:
    'Checks for every symmetric key of Cloud KMS that encrypts by which period a new version of it is made. A key that is never renewed has encrypted everything that was ever stored. Not judged: asymmetric keys, which Google cannot renew by itself, and keys whose primary version is off.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)'], {
    max_rotation_days: { max: 365 },
  }),
  scopes: ['cloudkms.locations.list', 'cloudkms.keyRings.list', 'cloudkms.cryptoKeys.list'],
  tags: ['keys', 'encryption'],
  onEmpty: 'not_applicable',
  variables: [{ id: 'max_rotation_days', label: 'Longest period of a key, days', type: 'number', default: 90, min: 1 }],
  async run(ctx) {
    const { max_rotation_days: days } = ctx.variables
    const project = `projects/${ctx.credentials.project_id}`
    const locations = await Array.fromAsync(listKms(ctx, project, 'locations', KmsPlace))
    // They are Google's own, the same for a project without keys.
    if (locations.length === 0)
      ctx.cannotTell({ kind: 'schema_drift', message: "Google's answer has no location of Cloud KMS." })
    await ctx.each(locations, async (location) => {
      const place = `${project}/locations/${toLastStep(location)}`
      for await (const ring of listKms(ctx, place, 'keyRings', KmsPlace))
        for await (const key of listKms(ctx, `${place}/keyRings/${toLastStep(ring)}`, 'cryptoKeys', CryptoKey)) {
          const { name, purpose, primary, rotationPeriod } = key
          const short = toLastStep(key)
          const resource = { type: 'crypto-key', id: name, name: short }
          if (purpose !== 'ENCRYPT_DECRYPT' || primary?.state !== 'ENABLED') {
            const why = purpose !== 'ENCRYPT_DECRYPT' ? 'is no symmetric key that encrypts' : 'encrypts nothing now'
            ctx.notApplicable({
              resource,
              title: `${short} ${why}`,
              evidence: { purpose, state: primary?.state ?? null },
            })
            continue
          }
          reportSetting(ctx, {
            resource,
            evidence: { rotationDays: rotationPeriod ?? null },
            holds: rotationPeriod !== undefined && rotationPeriod <= days,
            good: `${short} is renewed every ${formatDays(Math.ceil(rotationPeriod ?? 0))}`,
            bad:
              rotationPeriod === undefined
                ? `${short} is never renewed`
                : `${short} is renewed every ${formatDays(Math.ceil(rotationPeriod))}, ${days} allowed`,
            remediation: `Open Security → Key Management → the key ring → ${short} → Edit rotation period in the Google Cloud console. Choose ${formatDays(days)} or less. Older versions still decrypt.`,
          })
        }
    })
  },
})

/** The own part of a name such as `projects/acme/locations/global`. */
function toLastStep({ name }: { readonly name: string }): string {
  return name.split('/').at(-1) ?? name
}

function listKms<T>(
  ctx: ProjectClient,
  parent: string,
  name: 'locations' | 'keyRings' | 'cryptoKeys',
  schema: z.ZodMiniType<T>,
): AsyncIterable<T> {
  return ctx.paginate(`https://cloudkms.googleapis.com/v1/${parent}/${name}`, {
    schema,
    ...listPages(name, { mayHave: ['totalSize'] }),
  })
}
