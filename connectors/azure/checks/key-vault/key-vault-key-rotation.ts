import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { listVaultsAs, pages, toVaultPath, toVaultResource } from '../../lists.ts'
import { NamedVault } from '../../responses.ts'
import { ListedKey, RenewedKey } from '../../settings.ts'

const query = { 'api-version': '2024-11-01' } as const

export const keyVaultKeyRotation = azure.check({
  id: 'key-vault-key-rotation',
  title: 'Keys in key vaults are renewed by themselves',
  description:
    'Checks for every enabled key in a key vault whether it has a policy that makes a new version by itself. A policy that only reminds somebody does not count, nor one that renews before the end of a key that has none. A key that has ended encrypts nothing more. Not judged: how often that happens, and whether services take the new version.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)'],
  states: ['encryption-keys-renewed'],
  scopes: ['Microsoft.KeyVault/vaults/read', 'Microsoft.KeyVault/vaults/keys/read'],
  tags: ['keys', 'encryption'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await ctx.each(
      listVaultsAs(ctx, NamedVault),
      async (vault) => {
        const path = `${toVaultPath(ctx, vault)}/keys`
        await ctx.each(
          ctx.paginate(path, {
            query,
            schema: ListedKey,
            resource: { type: 'key', id: 'id', name: (read) => `${vault.name}/${read('name')}` },
            ...pages,
          }),
          async ({ id, name, properties }) => {
            const resource = { type: 'key', id, name: `${vault.name}/${name}` }
            if (!properties.attributes.enabled) {
              ctx.notApplicable({ resource, title: `${name} of ${vault.name} is off`, evidence: { enabled: false } })
              return
            }
            const key = await ctx.get(`${path}/${encodeURIComponent(name)}`, { query, schema: RenewedKey })
            const { attributes, rotationPolicy } = key.properties
            if (attributes.exp && attributes.exp * 1000 <= ctx.now.getTime()) {
              const evidence = { expires: new Date(attributes.exp * 1000).toISOString() }
              ctx.notApplicable({ resource, title: `${name} of ${vault.name} has ended`, evidence })
              return
            }
            const actions = rotationPolicy?.lifetimeActions ?? []
            const rotations = actions.flatMap(({ record }) => (record && isRotation(record) ? [record] : []))
            const [unreadable] = actions.flatMap((each) => each.unreadable ?? [])
            const triggers = rotations.flatMap(({ trigger }) => trigger ?? [])
            const renews = triggers.some(
              ({ timeAfterCreate, timeBeforeExpiry }) => timeAfterCreate || (timeBeforeExpiry && attributes.exp),
            )
            if (!renews && (unreadable !== undefined || triggers.length < rotations.length)) {
              const because = `Azure does not tell when ${name} of ${vault.name} is renewed${unreadable === undefined ? '' : ` (${unreadable})`}.`
              ctx.undecided({ resource, because, kind: 'schema_drift' })
              return
            }
            reportSetting(ctx, {
              resource,
              evidence: { rotations: triggers, expires: Boolean(attributes.exp) },
              holds: renews,
              good: `${name} of ${vault.name} is renewed by itself`,
              bad: triggers.some(({ timeBeforeExpiry }) => timeBeforeExpiry)
                ? `${name} of ${vault.name} is renewed before it ends, and has no end`
                : `${name} of ${vault.name} is not renewed by itself`,
              remediation: `Open Key vaults → ${vault.name} → Keys → ${name} → Rotation policy in the Azure portal. Enable auto rotation at a time after creation, after checking that each service that uses the key takes its newest version.`,
            })
          },
          { resource: ({ id, name }) => ({ type: 'key', id, name: `${vault.name}/${name}` }) },
        )
      },
      { resource: toVaultResource },
    )
  },
})

function isRotation({ action }: { readonly action: { readonly type: string } }): boolean {
  return action.type.toLowerCase() === 'rotate'
}
