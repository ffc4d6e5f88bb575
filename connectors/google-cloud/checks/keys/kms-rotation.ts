import { boundControls, formatDays, parseTime } from 'checkwright'
import type * as z from 'zod/mini'
import { listPages } from '../../../_google/list-pages.ts'
import { gcloud } from '../../connector.ts'
import type { ProjectClient } from '../../services.ts'
import { CryptoKey, KmsPlace } from '../../settings.ts'

const dayMs = 86_400_000

export const kmsRotation = gcloud.check({
  id: 'kms-rotation',
  title: 'Encryption keys are renewed by themselves',
  description:
    'Checks for every symmetric key of Cloud KMS that encrypts by which period a new version of it is made, and when the next one is due. Both are set apart, and a next time that is years away stops the period. A key that is never renewed has encrypted everything that was ever stored. Not judged: asymmetric keys, imported ones and those of an external key manager, which Google cannot renew by itself, and keys whose primary version is off.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)'], {
    max_rotation_days: { max: 365 },
  }),
  states: [{ 'encryption-keys-renewed': { within: 'max_rotation_days' } }],
  scopes: ['cloudkms.locations.list', 'cloudkms.keyRings.list', 'cloudkms.cryptoKeys.list'],
  tags: ['keys', 'encryption'],
  onEmpty: 'not_applicable',
  variables: [{ id: 'max_rotation_days', label: 'Longest period of a key, days', type: 'number', default: 90, min: 1 }],
  async run(ctx) {
    const { max_rotation_days: most } = ctx.variables
    const project = `projects/${ctx.credentials.project_id}`
    const locations = await Array.fromAsync(listKms(ctx, project, 'locations', KmsPlace))
    // They are Google's own, the same for a project without keys.
    if (locations.length === 0)
      ctx.cannotTell({ kind: 'schema_drift', message: "Google's answer has no location of Cloud KMS." })
    await ctx.each(
      locations,
      async (location) => {
        const place = `${project}/locations/${toLastStep(location)}`
        for await (const ring of listKms(ctx, place, 'keyRings', KmsPlace)) {
          const keys = listKms(ctx, `${place}/keyRings/${toLastStep(ring)}`, 'cryptoKeys', CryptoKey)
          await ctx.each(
            keys,
            async (key) => {
              const short = toLastStep(key)
              const resource = { type: 'crypto-key', id: key.name, name: short }
              const exemption = findExemption(key)
              if (exemption !== undefined) {
                const evidence = {
                  purpose: key.purpose,
                  state: key.primary?.state ?? null,
                  importOnly: key.importOnly ?? false,
                  protectionLevel: key.versionTemplate?.protectionLevel ?? null,
                }
                ctx.notApplicable({ resource, title: `${short} ${exemption}`, evidence })
                return
              }
              const { rotationPeriod: period, nextRotationTime: next } = key
              if (period === undefined && key.versionTemplate?.protectionLevel === 'EXTERNAL_VPC') {
                ctx.manual({
                  resource,
                  title: `${short} is kept by an external key manager`,
                  description:
                    'Look at the EKM connection of the key. If it is managed by Cloud KMS, give the key a rotation period. If not, note how the external key manager renews it.',
                  evidence: { protectionLevel: 'EXTERNAL_VPC', rotationDays: null },
                })
                return
              }
              // Google demands both or none of them.
              const message = `Google's answer does not tell when ${short} is renewed next.`
              const nextMs =
                period === undefined ? undefined : parseTime(ctx.known(next, { kind: 'schema_drift', message }))
              const dueInDays = nextMs === undefined ? undefined : (nextMs - ctx.now.getTime()) / dayMs
              const evidence = { rotationDays: period ?? null, nextRotationTime: next ?? null }
              const gaps = listGaps(period, dueInDays, most)
              if (period !== undefined && gaps.length === 0)
                ctx.pass({ resource, title: `${short} is renewed every ${formatDays(Math.ceil(period))}`, evidence })
              else
                ctx.fail({
                  resource,
                  title: `${short} ${gaps.join(' and ')}`,
                  remediation: `Open Security → Key Management → the key ring → ${short} → Edit rotation period in the Google Cloud console. Choose ${formatDays(most)} or less, and a next rotation within that time. Older versions still decrypt.`,
                  evidence,
                })
            },
            { resource: (key) => ({ type: 'crypto-key', id: key.name, name: toLastStep(key) }) },
          )
        }
      },
      { resource: ({ name }) => ({ type: 'kms-location', id: name, name: name.split('/').at(-1) ?? name }) },
    )
  },
})

/** Why a key is not one that Google renews. */
function findExemption({ purpose, primary, importOnly, versionTemplate }: CryptoKey): string | undefined {
  if (purpose !== 'ENCRYPT_DECRYPT') return 'is no symmetric key that encrypts'
  if (primary?.state !== 'ENABLED') return 'encrypts nothing now'
  if (importOnly === true) return 'is imported, and nothing renews it by itself'
  if (versionTemplate?.protectionLevel === 'EXTERNAL') return 'is renewed by an external key manager alone'
  return undefined
}

/** What is wrong with how a key is renewed. Google is late by hours at most. */
function listGaps(period: number | undefined, dueInDays: number | undefined, most: number): readonly string[] {
  if (period === undefined || dueInDays === undefined) return ['is never renewed']
  return [
    ...(period <= most ? [] : [`is renewed every ${formatDays(Math.ceil(period))}, ${most} allowed`]),
    ...(dueInDays <= Math.max(period, most) ? [] : [`is renewed next in ${formatDays(Math.ceil(dueInDays))}`]),
    ...(dueInDays >= -1 ? [] : [`should have been renewed ${formatDays(Math.floor(-dueInDays))} ago`]),
  ]
}

/** The own part of a name such as `projects/acme/locations/global`. */
function toLastStep({ name }: { readonly name: string }): string {
  return name.split('/').at(-1) ?? name
}

const types = { locations: 'kms-location', keyRings: 'key-ring', cryptoKeys: 'crypto-key' } as const

function listKms<T>(
  ctx: ProjectClient,
  parent: string,
  name: keyof typeof types,
  schema: z.ZodMiniType<T>,
): AsyncIterable<T> {
  return ctx.paginate(`https://cloudkms.googleapis.com/v1/${parent}/${name}`, {
    schema,
    resource: { type: types[name], id: 'name', name: 'name' },
    ...listPages(name, { mayHave: ['totalSize'] }),
  })
}
