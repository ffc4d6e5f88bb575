import { boundControls, daysSince, parseWord } from 'checkwright'
import { okta } from '../connector.ts'
import { hasEnded } from '../has-ended.ts'
import { ApiToken } from '../responses.ts'
import { listApiTokens } from '../tokens.ts'

export const apiTokens = okta.check({
  id: 'api-tokens',
  title: 'API tokens are in use, and usable from known networks only',
  description:
    'Checks for every API token when use last renewed it, and whether a network zone limits where it works. A token acts as the administrator who made it, without a second factor, and nobody notices the theft of an unused one. Not judged: the size of the network zones.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.20'], {
    max_unused_days: { max: 180 },
    allow_any_network: { oneOf: [false] },
  }),
  states: [{ 'unused-keys-removed': { idle: 'max_unused_days' } }, 'keys-bound-to-addresses', 'networks-named'],
  scopes: ['okta.apiTokens.read'],
  tags: ['tokens', 'least-privilege'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'max_unused_days', label: 'Longest time without use, days', type: 'number', default: 30, min: 1 },
    {
      id: 'allow_any_network',
      label: 'Tokens may work from anywhere',
      type: 'boolean',
      default: false,
    },
  ],
  async run(ctx) {
    const { max_unused_days: days, allow_any_network: anywhereAllowed } = ctx.variables
    await ctx.each(
      listApiTokens(ctx, ApiToken),
      async (token) => {
        // Okta writes lastUpdated when a token is used, because that prolongs its life. It is not earlier than the
        // creation.
        const { id, name, created, lastUpdated = created, network, expiresAt } = token
        const resource = { type: 'api-token', id, name }
        if (hasEnded(ctx, expiresAt)) {
          ctx.notApplicable({ resource, title: `${name} has ended`, evidence: { created, expiresAt } })
          return
        }
        const unusedDays = daysSince(ctx, lastUpdated)
        const connection = network ? parseWord(ctx, network.connection, ['ANYWHERE', 'ZONE'], 'connection') : 'ANYWHERE'
        // An excluded zone still allows every other network, and a list without a zone has no effect.
        const isAnywhere = connection === 'ANYWHERE' || !network?.include?.some((zone) => zone !== '')
        const gaps = [
          ...(unusedDays > days ? [`was last used on ${lastUpdated}`] : []),
          ...(isAnywhere && !anywhereAllowed ? ['works from any network'] : []),
        ]
        const evidence = { created, lastUpdated, network: connection, zones: network?.include, userId: token.userId }
        if (gaps.length === 0) ctx.pass({ resource, title: `${name} is in use and bound to a network`, evidence })
        else {
          ctx.fail({
            resource,
            title: `${name} ${gaps.join(' and ')}`,
            remediation: `Open Security → API → Tokens in the Admin Console. Revoke ${name} if nobody needs it. Otherwise bind it to a network zone by "API calls made with this token must originate from".`,
            evidence,
          })
        }
      },
      { resource: ({ id, name }) => ({ type: 'api-token', id, name }) },
    )
  },
})
