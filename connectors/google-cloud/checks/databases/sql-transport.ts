import { gcloud } from '../../connector.ts'
import { demandSaid, listSqlInstances, toInstanceResource } from '../../services.ts'

export const sqlTransport = gcloud.check({
  id: 'sql-transport',
  title: 'Databases refuse connections that are not encrypted',
  description:
    'Checks for every instance of Cloud SQL whether it requires TLS, or a connector of Google, which always encrypts. Otherwise somebody between the two sides can read the passwords and data of every client that connects without it.',
  severity: 'high',
  controls: ['soc2:CC6.7', 'iso27001:A.8.24', 'hipaa:164.312(e)(1)', 'gdpr:32'],
  states: ['transport-encrypted'],
  scopes: ['cloudsql.instances.list'],
  tags: ['databases', 'encryption'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await ctx.each(
      listSqlInstances(ctx),
      async (instance) => {
        const { name, instanceType, network, demandsConnector } = instance
        const resource = toInstanceResource(ctx, instance)
        if (instanceType === 'ON_PREMISES_INSTANCE') {
          ctx.notApplicable({ resource, title: `${name} runs elsewhere`, evidence: { instanceType } })
          return
        }
        const { demandsEncryption, sslMode } = demandSaid(ctx, network, `settings.ipConfiguration of ${name}`)
        const evidence = {
          demandsEncryption,
          sslMode: sslMode ?? null,
          demandsConnector: demandsConnector || undefined,
        }
        if (demandsEncryption || demandsConnector)
          ctx.pass({ resource, title: `${name} demands ${demandsEncryption ? 'TLS' : 'a connector'}`, evidence })
        else {
          ctx.fail({
            resource,
            title: `${name} takes connections without TLS`,
            remediation: `Open Cloud SQL → ${name} → Connections → Security in the Google Cloud console. Choose "Allow only SSL connections", after checking that every client uses it.`,
            evidence,
          })
        }
      },
      { resource: (instance) => toInstanceResource(ctx, instance) },
    )
  },
})
