import { type CheckContext, CheckError, parseWord, type VendorClient } from 'checkwright'
import { okta } from '../connector.ts'
import type { AccessRule } from '../responses.ts'
import {
  type ApplicationRule,
  countApplications,
  fetchAdmittingRules,
  listAdmittingRules,
  type PolicyRule,
  toRuleResource,
} from '../sign-on.ts'

export const signOnSecondFactor = okta.check({
  id: 'sign-on-second-factor',
  title: 'Signing in demands a second factor',
  description:
    'Checks for every active rule of the global session policies that lets people in whether it requires a second factor. Attackers with a stolen password look for the one rule that does not. If the organization has policies for applications, their rules are checked too. A rule with a single factor fails if the other kind of policy lets people in with a single one too. If every rule of the other kind requires two, a person has to judge it, and a rule with an order of factors of its own. Not judged: how long a second factor is remembered, which factors are accepted as the second, and the people of each rule.',
  severity: 'critical',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  states: ['second-factor-demanded'],
  scopes: ['okta.policies.read'],
  tags: ['mfa', 'authentication', 'policy'],
  async run(ctx) {
    const { rules: sessionRules, failure } = await readSessionRules(ctx)
    const sessionsDemandIt = sessionRules.every(({ rule }) => rule.requireFactor)
    // Every organization has such a rule, because otherwise nobody could sign in. Without one, the requirements of
    // applications are unknown.
    if (sessionRules.length === 0) {
      if (failure) throw failure
      return
    }

    let demandingRules = 0
    let applicationsDemandIt = true
    let isUndecided = false
    const judgeRule = async (found: ApplicationRule) => {
      const { policy, rule } = found
      const resource = toRuleResource(found, 'application-rule')
      const factors = readFactors(ctx, rule)
      const { type, factorMode } = rule.verificationMethod ?? {}
      const evidence = { policy: policy.name, rule: rule.name, type, factorMode, sessionsDemandIt }
      if (factors === 'two') {
        demandingRules++
        ctx.pass({ resource, title: `${resource.name} demands a second factor`, evidence })
      } else if ((await countApplications(ctx, policy)) === 0)
        ctx.notApplicable({ resource, title: `${policy.name} is for no application`, evidence })
      else if (factors === 'unclear' || sessionsDemandIt) {
        ctx.manual({
          resource,
          title: `${resource.name} lets people into applications ${factors === 'one' ? 'with one factor' : 'by methods of its own'}`,
          description: `Open Security → Authentication Policies → ${policy.name} → ${rule.name} in the Admin Console. Find out whether people with a session may open its applications in this way.`,
          evidence,
        })
      } else {
        applicationsDemandIt = false
        ctx.fail({
          resource,
          title: `${resource.name} lets people into applications without a second factor`,
          remediation: `Open Security → Authentication Policies → ${policy.name} → ${rule.name} in the Admin Console. Set "User must authenticate with" to any two factors.`,
          evidence,
        })
      }
    }
    await ctx.each(fetchAdmittingRules(ctx), judgeRule, {
      failed: (found, reason) => {
        isUndecided = true
        ctx.undecided({ ...reason, resource: toRuleResource(found, 'application-rule') })
      },
    })

    for (const found of sessionRules) {
      const { policy, rule } = found
      const resource = toRuleResource(found)
      const evidence = { policy: policy.name, rule: rule.name, requireFactor: rule.requireFactor }
      if (rule.requireFactor) ctx.pass({ resource, title: `${resource.name} demands a second factor`, evidence })
      else if (rule.access === 'CHALLENGE') {
        ctx.manual({
          resource,
          title: `${resource.name} asks for factors in an order of its own`,
          description: `Open the sign-on policy ${policy.name} → ${rule.name} in the Admin Console. Find out whether each order of factors has a second one.`,
          evidence,
        })
      } else if (isUndecided && applicationsDemandIt) {
        const because = 'It leaves the second factor to applications, and a rule of an application cannot be read.'
        ctx.undecided({ resource, because })
      } else if (demandingRules > 0 && applicationsDemandIt) {
        ctx.manual({
          resource,
          title: `${resource.name} leaves the second factor to applications`,
          description: `No policy of an application in use was found to let people in with one factor. Open Security → Global Session Policy → ${policy.name} → ${rule.name} in the Admin Console. Decide whether sessions may begin with one.`,
          evidence,
        })
      } else {
        ctx.fail({
          resource,
          title: `${resource.name} lets people in without a second factor`,
          remediation: `Open Security → Global Session Policy → ${policy.name} → ${rule.name} in the Admin Console. Set "Multifactor authentication (MFA) is" to Required.`,
          evidence,
        })
      }
    }
    if (failure) throw failure
  },
})

interface SessionRules {
  readonly rules: readonly PolicyRule[]
  /** What to throw once those that can be read are judged, where others cannot. */
  readonly failure?: CheckError
}

async function readSessionRules(ctx: VendorClient): Promise<SessionRules> {
  const rules: PolicyRule[] = []
  try {
    for await (const found of listAdmittingRules(ctx)) rules.push(found)
  } catch (error) {
    if (error instanceof CheckError && error.code === 'CHECK_UNDECIDED') return { rules, failure: error }
    throw error
  }
  return { rules }
}

/** The number of factors that a rule requires; a person has to count methods of its own. */
function readFactors(ctx: Pick<CheckContext, 'cannotTell'>, { name, verificationMethod }: AccessRule) {
  const method =
    verificationMethod ??
    ctx.cannotTell({
      kind: 'schema_drift',
      message: `Okta's answer does not show how the rule "${name}" verifies people.`,
    })
  if (method.type !== 'ASSURANCE') return 'unclear'
  const isTwo = parseWord(ctx, method.factorMode, ['1FA', '2FA'], 'factorMode') === '2FA'
  // A constraint can require as much of one factor as two give, such as a device that a fingerprint unlocks.
  return isTwo ? 'two' : method.constraints?.length ? 'unclear' : 'one'
}
