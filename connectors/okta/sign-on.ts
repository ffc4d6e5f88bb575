import { HttpError, type ItemResource, listWithin, type VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { AccessRule, Policy, PolicyMapping, SignOnRule } from './responses.ts'

export interface PolicyRule {
  readonly policy: Policy
  readonly rule: SignOnRule
}

/** A rule of a policy of applications that lets people in. */
export interface ApplicationRule {
  readonly policy: Policy
  readonly rule: AccessRule
}

/** The rules that let people in: active rules that do not deny access, in active policies only. */
export function listAdmittingRules(ctx: VendorClient): AsyncGenerator<PolicyRule, void, undefined> {
  return listWithin(fetchPoliciesInForce(ctx, 'OKTA_SIGN_ON'), (policy) =>
    // A rule that cannot be read is undecided by itself.
    listAdmitting(ctx, policy, SignOnRule, {
      type: 'sign-on-rule',
      id: (read) => `${policy.id}/${read('id')}`,
      name: (read) => `${policy.name}: ${read('name')}`,
    }),
  )
}

/** The same for the policies of single applications. Organizations on the Classic Engine have none. */
export function fetchAdmittingRules(ctx: VendorClient): AsyncGenerator<ApplicationRule, void, undefined> {
  return listWithin(fetchPoliciesInForce(ctx, 'ACCESS_POLICY'), (policy) => listAdmitting(ctx, policy, AccessRule))
}

async function* listAdmitting<Rule extends SignOnRule | AccessRule>(
  ctx: VendorClient,
  policy: Policy,
  schema: z.ZodMiniType<Rule>,
  resource?: ItemResource,
): AsyncGenerator<{ readonly policy: Policy; readonly rule: Rule }> {
  const rules = ctx.paginate(formatRulesPath(policy), { schema, resource, next: 'link' })
  for await (const rule of rules) if (rule.status === 'ACTIVE' && rule.access !== 'DENY') yield { policy, rule }
}

/** How many applications have the policy; Okta ships policies without any. */
export async function countApplications(ctx: VendorClient, { id }: Policy): Promise<number> {
  const path = `/api/v1/policies/${encodeURIComponent(id)}/mappings`
  return (await Array.fromAsync(ctx.paginate(path, { schema: PolicyMapping, next: 'link' }))).length
}

async function* fetchPoliciesInForce(ctx: VendorClient, type: string): AsyncGenerator<Policy, void, undefined> {
  const expect = (refusal: HttpError) => type === 'ACCESS_POLICY' && isUnknownType(refusal)
  const policies = ctx.paginate('/api/v1/policies', { query: { type }, schema: Policy, next: 'link', expect })
  try {
    for await (const policy of policies) if (policy.status === 'ACTIVE') yield policy
  } catch (error) {
    if (!(error instanceof HttpError && expect(error))) throw error
  }
}

// The Classic Engine's answer: https://github.com/okta/terraform-provider-okta/issues/1202
function isUnknownType({ status, excerpt = '' }: HttpError): boolean {
  return status === 400 && excerpt.includes('Invalid policy type')
}

function formatRulesPath({ id }: Policy): string {
  return `/api/v1/policies/${encodeURIComponent(id)}/rules`
}

/** A rule as a resource of results. */
export function toRuleResource({ policy, rule }: PolicyRule | ApplicationRule, type = 'sign-on-rule') {
  return { type, id: `${policy.id}/${rule.id}`, name: `${policy.name}: ${rule.name}` }
}
