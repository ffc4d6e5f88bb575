import { matchesGlob, parseWord } from 'checkwright'
import { azure } from '../../connector.ts'
import { pages } from '../../lists.ts'
import { RoleDefinition } from '../../responses.ts'

export const customRolesNarrow = azure.check({
  id: 'custom-roles-narrow',
  title: 'No custom role makes its holders owners',
  description:
    'Checks for every custom role of the subscription whether it allows assigning or writing roles, by name or by a wildcard, after its exceptions. Such a role is an owner by another name, and a review of owners does not find its holders. Not judged: other ways to more rights, such as running code as an owner, and actions on data.',
  severity: 'high',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.2'],
  states: ['rights-narrow'],
  scopes: ['Microsoft.Authorization/roleDefinitions/read'],
  tags: ['least-privilege', 'administrators'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const roles = ctx.paginate('/providers/Microsoft.Authorization/roleDefinitions', {
      query: { 'api-version': '2022-04-01', $filter: "type eq 'CustomRole'" },
      schema: RoleDefinition,
      resource: { type: 'role', id: 'id', name: 'properties.roleName' },
      ...pages,
    })
    await ctx.each(
      roles,
      async ({ id, roleName, type, permissions }) => {
        if (parseWord(ctx, type, ['CustomRole', 'BuiltInRole'], 'type') === 'BuiltInRole') return
        const wide = permissions.flatMap(({ actions, notActions }) =>
          powers
            .filter((power) => !notActions.some((exception) => matchesGlob(exception.toLowerCase(), power) === true))
            // What is too long to be matched may be all the more.
            .flatMap((power) => actions.filter((action) => matchesGlob(action.toLowerCase(), power) !== false)),
        )
        const resource = { type: 'role', id, name: roleName }
        const evidence = { actions: [...new Set(wide)] }
        if (wide.length === 0) ctx.pass({ resource, title: `${roleName} cannot assign roles`, evidence })
        else {
          ctx.fail({
            resource,
            title: `${roleName} allows ${evidence.actions.join(' and ')}`,
            remediation: `Open Subscriptions → the subscription → Access control (IAM) → Roles → ${roleName} in the Azure portal. Name the actions that are needed, or except Microsoft.Authorization/roleAssignments/write and Microsoft.Authorization/roleDefinitions/write from them.`,
            evidence,
          })
        }
      },
      { resource: ({ id, roleName }) => ({ type: 'role', id, name: roleName }) },
    )
  },
})

/**
 * Actions, in lower case, that make a caller an owner: by assigning a role, or by changing their own. Assigning roles by Privileged
 * Identity Management needs the first of them:
 * https://learn.microsoft.com/entra/id-governance/privileged-identity-management/pim-resource-roles-discover-resources
 */
const powers: readonly string[] = [
  'microsoft.authorization/roleassignments/write',
  'microsoft.authorization/roledefinitions/write',
]
