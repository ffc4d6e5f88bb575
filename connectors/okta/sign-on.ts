import type { VendorClient } from 'checkwright'
import { Policy, SignOnRule } from './responses.ts'

export interface PolicyRule {
  readonly policy: Policy
  readonly rule: SignOnRule
}

/** The rules by which the organization lets people in: those in force that allow access, in force policies only. */
export async function* admittingRules(ctx: VendorClient): AsyncGenerator<PolicyRule, void, undefined> {
  const policies = ctx.paginate('/api/v1/policies', { query: { type: 'OKTA_SIGN_ON' }, schema: Policy, next: 'link' })
  for await (const policy of policies) {
    if (policy.status !== 'ACTIVE') continue
    const rules = ctx.paginate(`/api/v1/policies/${encodeURIComponent(policy.id)}/rules`, {
      schema: SignOnRule,
      next: 'link',
    })
    for await (const rule of rules) if (rule.status === 'ACTIVE' && rule.access === 'ALLOW') yield { policy, rule }
  }
}

/** A rule as a result names it. */
export function ruleResource({ policy, rule }: PolicyRule) {
  return { type: 'sign-on-rule', id: `${policy.id}/${rule.id}`, name: `${policy.name}: ${rule.name}` }
}

/** Users who can sign in, or could again tomorrow without anybody's decision. */
export const living =
  'status eq "ACTIVE" or status eq "PASSWORD_EXPIRED" or status eq "LOCKED_OUT" or status eq "RECOVERY"'
