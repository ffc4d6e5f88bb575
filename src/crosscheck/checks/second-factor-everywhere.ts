import { readFlag, readWord } from '../../questions/rules/facts.ts'
import type { AccountEntry, CrossCheckContext } from '../define/cross-check.ts'
import { defineCrossCheck } from '../define/define-cross-check.ts'
import { nameAccount, readAccountStatus } from './account-rules.ts'
import { judgeAccounts, type ResourceVerdict, undecide } from './report-verdict.ts'

/** Everybody signs in with a second factor, everywhere. */
export const secondFactorEverywhere = defineCrossCheck({
  id: 'second-factor-everywhere',
  title: 'Everybody signs in with a second factor, everywhere',
  description:
    'Looks at every account for a factor of its own. An account that can sign in by single sign-on only counts where the identity provider demands a second factor of its owner for every application.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  states: ['second-factor-used'],
  tags: ['people', 'mfa', 'authentication'],
  needs: { people: 'directory', accounts: 'every' },
  async run(ctx) {
    const demands = new Map<string, Demands>()
    for (const provider of ctx.identityProviders) demands.set(provider, await readDemands(ctx, provider))
    await judgeAccounts(ctx, {
      judge: (entry) => judgeAccount(entry, demands.get(entry.connection.signsInBy ?? '')),
      members: ['secondFactor', 'singleSignOnOnly'],
    })
  },
})

/** By the ids of people. */
type Demands = ReadonlyMap<string, boolean>

/** Of each person whether all their accounts at the provider demand a second factor; people of whom one does not say are left out. */
async function readDemands(ctx: CrossCheckContext, provider: string): Promise<Demands> {
  const demanded = new Map<string, boolean>()
  const undecided = new Set<string>()
  let isWhole = true
  for await (const { connection, account, owner } of ctx.accounts({ connections: [provider] })) {
    isWhole &&= connection.complete
    const status = readAccountStatus(account)
    if (status === 'deleted' || status === 'suspended') continue
    if (owner.is === 'ambiguous') for (const { id } of owner.people) undecided.add(id)
    if (owner.is !== 'person') continue
    const flag = readFlag(account.secondFactorDemanded)
    if (flag === undefined) undecided.add(owner.person.id)
    else demanded.set(owner.person.id, flag && demanded.get(owner.person.id) !== false)
  }
  for (const id of undecided) demanded.delete(id)
  // Somebody may have a second account there, which an incomplete list does not show.
  return isWhole ? demanded : new Map()
}

function judgeAccount(entry: AccountEntry, demanded: Demands | undefined): ResourceVerdict {
  const { connection, account, owner } = entry
  const status = readAccountStatus(account)
  if (readWord('account', 'kind', account.kind) === 'service' || owner.is === 'service')
    return { status: 'notApplicable', title: `${nameAccount(entry)} is a service account` }
  if (status === 'invited')
    return { status: 'notApplicable', title: `${nameAccount(entry)} has not accepted the invitation` }
  const hasFactor = readFlag(account.secondFactor)
  if (hasFactor === true) return { status: 'pass', title: `${nameAccount(entry)} has a second factor` }
  const isSsoOnly = readFlag(account.singleSignOnOnly)
  if (isSsoOnly === true) return judgeProvider(entry, demanded)
  if (hasFactor === undefined)
    return undecide(`${connection.name} does not say whether the account has a second factor.`)
  // Without an identity provider there is nothing else to sign in by.
  if (isSsoOnly === undefined && connection.signsInBy !== undefined)
    return undecide(`${connection.name} does not say whether a password works beside single sign-on.`)
  if (status !== 'active')
    return undecide(`${connection.name} does not say whether the account is active, and it has no second factor.`)
  return {
    status: 'fail',
    title: `${nameAccount(entry)} has no second factor`,
    remediation: `Require a second factor for the account on ${connection.name}, or let it sign in by single sign-on only.`,
  }
}

function judgeProvider(entry: AccountEntry, demanded: Demands | undefined): ResourceVerdict {
  const { owner, connection } = entry
  if (!demanded)
    return undecide(`${connection.name} signs in by single sign-on, and nobody has said by which identity provider.`)
  if (owner.is !== 'person' || owner.doubt !== undefined)
    return undecide('It signs in by single sign-on only, and nobody knows for sure whose it is.')
  if (demanded.get(owner.person.id) === true)
    return { status: 'pass', title: `${nameAccount(entry)} signs in by single sign-on only, with a second factor` }
  return undecide(
    demanded.has(owner.person.id)
      ? 'The identity provider does not demand a second factor for every application, and nobody knows whether it does for this one.'
      : 'The identity provider does not say whether it demands a second factor of the owner.',
  )
}
