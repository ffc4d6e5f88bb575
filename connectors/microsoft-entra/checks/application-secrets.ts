import { type AgeContext, boundControls, daysBetween, formatDays, parseTime } from 'checkwright'
import { pages } from '../conditional-access.ts'
import { entra } from '../connector.ts'
import { Application } from '../responses.ts'

export const applicationSecrets = entra.check({
  id: 'application-secrets',
  title: 'Client secrets of applications are short-lived, and expired ones are removed',
  description:
    'Checks for every client secret of the registered applications how long it is valid, and whether it has expired. A secret with a life of years is in backups and chats long before its end. An expired one that is still listed shows that nobody maintains the application. Not judged: certificates, federated credentials, and secrets of applications that others registered.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17'], { max_secret_days: { max: 398 } }),
  states: [{ 'keys-end': { within: 'max_secret_days' } }],
  scopes: ['Application.Read.All'],
  tags: ['tokens', 'applications'],
  onEmpty: 'not_applicable',
  variables: [{ id: 'max_secret_days', label: 'Longest validity, days', type: 'number', default: 365, min: 1 }],
  async run(ctx) {
    const { max_secret_days: days } = ctx.variables
    const applications = ctx.paginate('/applications', {
      query: { $select: 'id,displayName,passwordCredentials' },
      schema: Application,
      resource: { type: 'application', id: 'id', name: 'displayName' },
      ...pages,
    })
    for await (const { id, displayName, passwordCredentials } of applications) {
      const application = displayName ?? id
      for (const secret of passwordCredentials) {
        const keyId = secret.record?.keyId ?? secret.id ?? 'unknown'
        const name = `${application}: ${secret.record?.displayName ?? keyId}`
        const resource = { type: 'client-secret', id: `${id}/${keyId}`, name }
        if (!secret.record) {
          const because = `The secret of Graph's answer does not have the expected shape (${secret.unreadable}).`
          ctx.undecided({ resource, because, kind: 'schema_drift' })
          continue
        }
        const { startDateTime, endDateTime } = secret.record
        const evidence = { startDateTime, endDateTime }
        const gap = findGap(ctx, startDateTime, endDateTime, days)
        if (gap !== undefined) {
          ctx.fail({
            resource,
            title: `${name} ${gap}`,
            remediation: `Open App registrations → ${application} → Certificates & secrets in the Entra admin center. Make a secret that is valid for ${formatDays(days)} at most, or better a federated credential. Move the application to it, and delete this one.`,
            evidence,
          })
        } else if (startDateTime === null)
          ctx.undecided({
            resource,
            because: 'Graph does not tell from when the secret is valid.',
            kind: 'schema_drift',
          })
        else
          ctx.pass({
            resource,
            title: `${name} is valid for ${formatDays(daysBetween(ctx, startDateTime, endDateTime))}`,
            evidence,
          })
      }
    }
  },
})

/** The problem of a secret, as the rest of a sentence. */
function findGap(ctx: AgeContext, start: string | null, end: string | null, days: number): string | undefined {
  if (end === null) return 'has no end'
  if (parseTime(end) < ctx.now.getTime()) return `expired on ${end.slice(0, 10)}`
  // A secret that is valid has begun, so that it is valid for longer than what is left of it.
  const validDays = daysBetween(ctx, start ?? ctx.now.toISOString(), end)
  return validDays > days ? `is valid for ${formatDays(validDays)}, ${days} allowed` : undefined
}
