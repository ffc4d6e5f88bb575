import { okta } from '../connector.ts'
import { TrustedOrigin } from '../responses.ts'

// The last two are pages that an app has within: https://help.okta.com/oie/en-us/content/topics/api/api-trusted-origins.htm
const safeSchemes = ['https://', 'ionic://', 'capacitor://']

export const trustedOrigins = okta.check({
  id: 'trusted-origins',
  title: 'Trusted origins are encrypted or inside of an app, and named one by one',
  description:
    "Checks for every active trusted origin whether it is reached by https, or is a page inside of an app for phones, and holds no wildcard. An address of one's own machine counts like any other, because every program there can serve it. Pages of a trusted origin act in the name of people who are signed in. Not judged: who owns the origin, and what it is trusted for.",
  severity: 'medium',
  controls: ['soc2:CC6.6', 'soc2:CC6.7', 'iso27001:A.8.20', 'iso27001:A.8.26'],
  states: ['sign-in-exchanges-protected', 'transport-encrypted'],
  scopes: ['okta.trustedOrigins.read'],
  tags: ['exposure'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const { id, name, origin, status } of ctx.paginate('/api/v1/trustedOrigins', {
      schema: TrustedOrigin,
      resource: { type: 'trusted-origin', id: 'id', name: 'name' },
      next: 'link',
    })) {
      if (status !== 'ACTIVE') continue
      const gaps = [
        ...(safeSchemes.some((scheme) => origin.toLowerCase().startsWith(scheme)) ? [] : ['does not go by https']),
        ...(origin.includes('*') ? ['holds a wildcard'] : []),
      ]
      const resource = { type: 'trusted-origin', id, name }
      const evidence = { origin }
      if (gaps.length === 0) ctx.pass({ resource, title: `${name} is encrypted and exact`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} ${gaps.join(' and ')}`,
          remediation: `Open Security → API → Trusted Origins → ${name} in the Admin Console. Enter the exact origin with https, or delete it if no application needs it.`,
          evidence,
        })
      }
    }
  },
})
