import { boundControls, listWithin, type VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { listAuthorizationServers, listPages } from '../authorization-servers.ts'
import { okta } from '../connector.ts'
import { type AuthorizationServer, TokenPolicy, TokenRule } from '../responses.ts'

// They give no refresh tokens: https://developer.okta.com/docs/guides/refresh-tokens/main/
const withoutRefresh = ['client_credentials', 'implicit']

export const tokenLifetimes = okta.check({
  id: 'token-lifetimes',
  title: 'Access tokens end soon, and refresh tokens that nobody uses',
  description:
    'Checks in every active rule of the custom authorization servers how long an access token lives, and how long a refresh token without use. Nothing takes an access token back, so a stolen one works until its end. Not judged: the authorization server of Okta itself, whose times are fixed, and how long a refresh token lasts that is used.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.5'], {
    max_access_minutes: { max: 1440 },
    max_idle_minutes: { max: 43200 },
  }),
  states: [
    { 'tokens-short': { within: 'max_access_minutes' } },
    { 'unused-keys-removed': { idle: 'max_idle_minutes' } },
  ],
  scopes: ['okta.authorizationServers.read'],
  tags: ['tokens', 'session'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'max_access_minutes', label: 'Longest life of access tokens, minutes', type: 'number', default: 60, min: 5 },
    {
      id: 'max_idle_minutes',
      label: 'Longest life of unused refresh tokens, minutes',
      type: 'number',
      default: 10080,
      min: 5,
      helpText: '10080 minutes are 7 days.',
    },
  ],
  async run(ctx) {
    const { max_access_minutes: maxAccess, max_idle_minutes: maxIdle } = ctx.variables
    const policies = listWithin(listAuthorizationServers(ctx), (server) => listPolicies(ctx, server))
    const rules = listWithin(policies, (parent) => listRules(ctx, parent))
    for await (const { server, policy, rule } of rules) {
      const { accessMinutes, refreshIdleMinutes, grantTypes } = rule
      const refreshes = grantTypes === undefined || !grantTypes.every((type) => withoutRefresh.includes(type))
      const gaps = [
        ...(accessMinutes > maxAccess ? [`access tokens of ${accessMinutes} minutes, ${maxAccess} allowed`] : []),
        ...(refreshes && refreshIdleMinutes > maxIdle
          ? [`refresh tokens of ${refreshIdleMinutes} idle minutes, ${maxIdle} allowed`]
          : []),
      ]
      const name = `${server.name}: ${policy.name}: ${rule.name}`
      const resource = { type: 'token-rule', id: `${server.id}/${policy.id}/${rule.id}`, name }
      const evidence = { accessMinutes, refreshIdleMinutes, grantTypes }
      if (gaps.length === 0) ctx.pass({ resource, title: `${name} ends tokens in time`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} gives ${gaps.join(' and ')}`,
          remediation: `Open Security → API → Authorization Servers → ${server.name} → Access Policies → ${policy.name} → ${rule.name} in the Admin Console. Set the lifetime of access tokens to ${maxAccess} minutes or less, and let refresh tokens expire if they are not used for ${maxIdle} minutes.`,
          evidence,
        })
      }
    }
  },
})

interface PolicyOfServer {
  readonly server: AuthorizationServer
  readonly policy: z.output<typeof TokenPolicy>
}

async function* listPolicies(ctx: VendorClient, server: AuthorizationServer): AsyncGenerator<PolicyOfServer> {
  for await (const policy of listPages(ctx, formatPoliciesPath(server), TokenPolicy))
    if (policy.status === 'ACTIVE') yield { server, policy }
}

async function* listRules(ctx: VendorClient, { server, policy }: PolicyOfServer) {
  const path = `${formatPoliciesPath(server)}/${encodeURIComponent(policy.id)}/rules`
  for await (const rule of listPages(ctx, path, TokenRule)) if (rule.status === 'ACTIVE') yield { server, policy, rule }
}

function formatPoliciesPath({ id }: AuthorizationServer): string {
  return `/api/v1/authorizationServers/${encodeURIComponent(id)}/policies`
}
