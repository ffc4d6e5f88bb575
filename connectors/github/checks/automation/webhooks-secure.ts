import { parseWord } from 'checkwright'
import { github } from '../../connector.ts'
import { Webhook } from '../../responses.ts'

export const webhooksSecure = github.check({
  id: 'webhooks-secure',
  title: 'Webhooks of the organization are encrypted and signed',
  description:
    'Checks for every active webhook of the organization whether it uses https, verifies the certificate and has a secret. Without a secret, anybody who knows the address can pretend to be GitHub. Not judged: webhooks of single repositories, and whether receivers verify the signature.',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.8.20', 'iso27001:A.8.24'],
  states: ['messages-signed'],
  scopes: ['organization_hooks:read'],
  tags: ['encryption', 'integration'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const { organization } = ctx.credentials
    const hooks = ctx.paginate(`/orgs/${organization}/hooks`, {
      query: { per_page: 100 },
      schema: Webhook,
      next: 'link',
    })
    await ctx.each(
      hooks,
      async ({ id, active, config }) => {
        const host = URL.canParse(config.url) ? new URL(config.url).host : 'an unknown host'
        const resource = { type: 'webhook', id, name: `Webhook to ${host}` }
        const insecureSsl = config.insecure_ssl === undefined ? undefined : String(config.insecure_ssl)
        const gaps = [
          ...(/^https:/i.test(config.url) ? [] : ['does not go by https']),
          ...(insecureSsl === '1' ? ['does not check the certificate'] : []),
          ...(config.secret ? [] : ['has no secret']),
        ]
        // The address may contain a token, so only the host is kept. GitHub itself masks the secret.
        const evidence = { host, active, insecureSsl: insecureSsl ?? null, hasSecret: Boolean(config.secret) }
        if (!active) ctx.notApplicable({ resource, title: 'The webhook is off', evidence })
        else if (gaps.length === 0) {
          parseWord(ctx, insecureSsl, ['0'], 'insecure_ssl')
          ctx.pass({ resource, title: `The webhook to ${host} is encrypted and signed`, evidence })
        } else {
          ctx.fail({
            resource,
            title: `The webhook to ${host} ${gaps.join(' and ')}`,
            remediation: `Open https://github.com/organizations/${organization}/settings/hooks/${id}. Use an https address, enable SSL verification and set a secret, which the receiver has to check.`,
            evidence,
          })
        }
      },
      { resource: ({ id }) => ({ type: 'webhook', id }) },
    )
  },
})
