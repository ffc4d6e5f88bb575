import { type AnyConnector, defineConnector } from 'checkwright'
import {
  fewAdministrators,
  guestsReviewed,
  invitationsPending,
  knownDomains,
  secondFactor,
  serviceAccountsKnown,
  staleAccounts,
} from 'checkwright/questions'
import * as z from 'zod/mini'

/** What is measured: the same accounts, judged in three ways. */
export type Way = 'plain' | 'one' | 'seven'

const User = z.object({
  id: z.string(),
  name: z.string(),
  mail: z.string(),
  guest: z.boolean(),
  service: z.boolean(),
  state: z.string(),
  owner: z.boolean(),
  mfa: z.boolean(),
  created: z.string(),
  seen: z.string(),
})

/** `plain`: one check that reads the list itself; `one` and `seven`: an inventory with so many questions. */
export function createAcme(baseUrl: string, count: number, way: Way): AnyConnector {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    limits: { concurrency: 8 },
  })
  const list = { items: 'users', schema: User, next: { url: 'next' }, maxPages: 100_000, maxItems: 10_000_000 } as const
  const path = `/users?of=${count}&from=0`
  if (way === 'plain')
    return acme.with(
      acme.check({
        id: 'second-factor',
        title: 'Everybody has a second factor',
        timeoutMs: 600_000,
        async run(ctx) {
          for await (const { id, name, mfa, state } of ctx.paginate(path, list)) {
            const resource = { type: 'account', id, name }
            if (state !== 'active') ctx.notApplicable({ resource, title: 'Invited' })
            else if (mfa) ctx.pass({ resource, title: 'Second factor on', evidence: { mfa } })
            else ctx.fail({ resource, title: 'No second factor', remediation: 'Enrol one.', evidence: { mfa } })
          }
        },
      }),
    )
  const accounts = acme.inventory({
    of: 'account',
    tells: ['email', 'administrator', 'secondFactor', 'createdAt', 'lastActiveAt'],
    covers: ['members', 'guests', 'services'],
    async *list(ctx) {
      for await (const user of ctx.paginate(path, list))
        yield {
          id: user.id,
          name: user.name,
          kind: user.service ? 'service' : user.guest ? 'guest' : 'person',
          status: user.state === 'invited' ? 'invited' : 'active',
          email: user.mail,
          administrator: user.owner,
          secondFactor: user.mfa,
          createdAt: user.created,
          lastActiveAt: user.seen,
        }
    },
  })
  if (way === 'one') return acme.with(accounts, secondFactor(accounts))
  return acme.with(
    accounts,
    secondFactor(accounts),
    fewAdministrators(accounts),
    staleAccounts(accounts),
    invitationsPending(accounts),
    knownDomains(accounts),
    guestsReviewed(accounts),
    serviceAccountsKnown(accounts),
  )
}
