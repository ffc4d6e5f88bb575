import { aws } from '../../connector.ts'
import { listOfIam } from '../../lists.ts'
import { ask, createQueryCall, homeRegion } from '../../operations.ts'
import { measureEncodedGrant } from '../../policy-document.ts'
import { ListedPolicy, PolicyVersion } from '../../responses.ts'

export const fullAccessPolicies = aws.check({
  id: 'full-access-policies',
  title: 'No policy of your own in use allows everything',
  description:
    'Reads every customer managed policy that is attached to somebody, and finds those that allow all actions on all resources. Such a policy makes administrators whose name does not say so. A person has to look at policies that allow everything with a condition, or everything but a list. Not judged: policies of AWS, such as AdministratorAccess, and policies that are written into users, groups and roles. A policy that only bounds permissions gives none.',
  severity: 'high',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)(ii)(B)'],
  states: ['rights-narrow'],
  scopes: ['iam:ListPolicies', 'iam:GetPolicyVersion'],
  tags: ['access', 'administrators'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const policies = listOfIam(ctx, {
      operation: 'ListPolicies',
      list: 'Policies',
      schema: ListedPolicy,
      resource: { type: 'policy', id: 'Arn', name: 'PolicyName' },
      input: { Scope: 'Local', OnlyAttached: 'true' },
    })
    await ctx.each(
      policies,
      async ({ PolicyName: name, Arn: arn, DefaultVersionId: version, AttachmentCount: attached }) => {
        const resource = { type: 'policy', id: arn, name }
        if (attached === 0) {
          ctx.notApplicable({ resource, title: `${name} is attached to nobody`, evidence: { version, attached } })
          return
        }
        const input = { PolicyArn: arn, VersionId: version }
        const document = await ask(ctx, createQueryCall('iam', homeRegion, 'GetPolicyVersion', input), PolicyVersion)
        const message = `The document of ${name} is not written in the language of policies.`
        const grant = ctx.known(measureEncodedGrant(document), { kind: 'schema_drift', message })
        const evidence = { version, grant }
        if (grant === 'limited') ctx.pass({ resource, title: `${name} does not allow everything`, evidence })
        else if (grant === 'everything with exceptions') {
          ctx.manual({
            resource,
            title: `${name} allows everything, with exceptions`,
            description: `Open IAM → Policies → ${name} in the console. Decide whether its conditions, or the actions and resources that it leaves out, limit it enough.`,
            evidence,
          })
        } else {
          ctx.fail({
            resource,
            title: `${name} allows everything`,
            remediation: `Open IAM → Policies → ${name} → Entities attached in the console. Give each of them a policy with the actions that it needs, and then delete this one. IAM Access Analyzer can write such a policy from what was used.`,
            evidence,
          })
        }
      },
      { resource: ({ PolicyName: name, Arn: arn }) => ({ type: 'policy', id: arn, name }) },
    )
  },
})
