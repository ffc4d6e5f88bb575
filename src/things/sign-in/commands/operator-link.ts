import type { SignInLinks } from '../../people/pages/sign-in-links.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** The operator's name on pages. */
export const operator = { id: 'operator', name: 'Operator', email: 'operator@localhost' } as const

/** A link that signs the operator in, once. */
export async function createOperatorLink(
  { users, operators }: Runtime,
  links: SignInLinks,
  organizationId: string,
  { role = 'admin', to }: { readonly role?: 'admin' | 'member' | 'viewer'; readonly to?: string | undefined } = {},
): Promise<string> {
  const known = await users.find({ organizationId, userId: operator.id })
  if (known === undefined) {
    await users.put({ organizationId, ...operator })
    // A person who can make this link controls the machine. Only the first time, so that an operator who is removed
    // stays removed.
    await operators.add({ organizationId, userId: operator.id })
  }
  return (await links.create({ organizationId, userId: operator.id, role }, { to })).url
}
