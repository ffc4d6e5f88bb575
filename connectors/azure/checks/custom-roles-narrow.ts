import { azure } from '../connector.ts'
import { pages } from '../lists.ts'
import { RoleDefinition } from '../responses.ts'

export const customRolesNarrow = azure.check({
  id: 'custom-roles-narrow',
  title: 'No custom role makes its holders owners',
  description:
    'Asks of every custom role of the subscription whether it allows to assign roles, by itself or because it allows all actions. Such a role is an owner by another name, and no review of owners finds who holds it.',
  severity: 'high',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.2'],
  scopes: ['Microsoft.Authorization/roleDefinitions/read'],
  tags: ['least-privilege', 'administrators'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const roles = ctx.paginate('/providers/Microsoft.Authorization/roleDefinitions', {
      query: { 'api-version': '2022-04-01', $filter: "type eq 'CustomRole'" },
      schema: RoleDefinition,
      ...pages,
    })
    for await (const { id, roleName, type, permissions } of roles) {
      if (type !== 'CustomRole') continue
      const wide = permissions
        .filter(({ notActions }) => !notActions?.some((action) => guards.includes(action.toLowerCase())))
        .flatMap(({ actions }) => actions ?? [])
        .filter((action) => powers.includes(action.toLowerCase()))
      const resource = { type: 'role', id, name: roleName }
      const evidence = { actions: [...new Set(wide)] }
      if (wide.length === 0) ctx.pass({ resource, title: `${roleName} cannot assign roles`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${roleName} allows ${evidence.actions.join(' and ')}`,
          remediation: `In the Azure portal under Subscriptions → the subscription → Access control (IAM) → Roles → ${roleName} name the actions that are needed, or except Microsoft.Authorization/*/write from them.`,
          evidence,
        })
      }
    }
  },
})

/** Actions that make whoever may do them an owner, or able to become one. */
const powers: readonly string[] = [
  '*',
  '*/write',
  'microsoft.authorization/*',
  'microsoft.authorization/*/write',
  'microsoft.authorization/roleassignments/*',
  'microsoft.authorization/roleassignments/write',
  'microsoft.authorization/roledefinitions/write',
]

/** Exceptions that keep the holders of a wide role from assigning roles, as the built-in Contributor has them. */
const guards: readonly string[] = ['*', 'microsoft.authorization/*', 'microsoft.authorization/*/write']
