import type { VendorClient } from 'checkwright'
import { type Demand, hasSecurityDefaults, judgePolicies } from './conditional-access.ts'
import type { ConditionalAccessPolicy } from './responses.ts'

/**
 * Whether a second factor is demanded of a user for every application, by id. Undefined where what the tenant has decides it
 * in a way that this version does not read: by groups, by places, or by several policies together.
 */
export async function readSecondFactorDemand(ctx: VendorClient): Promise<(userId: string) => boolean | undefined> {
  // Security defaults ask for it where Microsoft finds it necessary:
  // https://learn.microsoft.com/entra/fundamentals/security-defaults
  if (await hasSecurityDefaults(ctx)) return () => undefined
  const { counting, partial, unreadable } = await judgePolicies(ctx, isSecondFactorDemanded)
  const isOf = ({ exceptions, unknown }: (typeof counting)[number]) => exceptions.length === 0 && unknown.length === 0
  return (userId) => {
    if (counting.some((policy) => isOf(policy) && !policy.excludedUsers.includes(userId))) return true
    return partial.length === 0 && unreadable.length === 0 && counting.every(isOf) ? false : undefined
  }
}

// https://learn.microsoft.com/graph/api/resources/conditionalaccessgrantcontrols
const otherControls = [
  'approvedApplication',
  'block',
  'compliantApplication',
  'compliantDevice',
  'domainJoinedDevice',
  'passwordChange',
  'riskRemediation',
]

/** Whether a policy demands a second factor of everybody whom it is for. */
export function isSecondFactorDemanded({ clientAppTypes, grantControls }: ConditionalAccessPolicy): Demand {
  const isEverywhere =
    clientAppTypes.includes('all') ||
    ['browser', 'mobileAppsAndDesktopClients'].every((type) => clientAppTypes.includes(type))
  if (!isEverywhere || grantControls === null) return false
  const { operator, builtInControls, customAuthenticationFactors, termsOfUse, authenticationStrength } = grantControls
  const demands: Demand[] = [
    ...builtInControls.map((control) => control === 'mfa' || (otherControls.includes(control) ? false : 'unknown')),
    ...[...customAuthenticationFactors, ...termsOfUse].map(() => false),
    ...(authenticationStrength ? [satisfiesSecondFactor(authenticationStrength.requirementsSatisfied)] : []),
  ]
  // Controls without any known control: the answer does not contain the selected one.
  if (demands.length === 0) return 'unknown'
  if (demands.every((demand) => demand === demands[0])) return demands[0] ?? 'unknown'
  if (operator === 'AND') return demands.includes(true) || 'unknown'
  if (operator === 'OR') return demands.includes(false) ? false : 'unknown'
  return 'unknown'
}

/** A tenant's own strength may be met by a password alone, so only its definition shows what it requires. */
function satisfiesSecondFactor(requirements: string | null | undefined): Demand {
  const words = (requirements ?? '').split(',').map((word) => word.trim())
  if (words.includes('mfa')) return true
  return words.every((word) => word === 'none') ? false : 'unknown'
}
