import type { Runtime } from '../runtime/runtime.ts'
import type { SignInLinks } from '../web/index.ts'

/** Who runs the service, as pages call them. */
const operator = { id: 'operator', name: 'Operator', email: 'operator@localhost' } as const

/** A link that signs the operator in, once. */
export async function createOperatorLink(
  { users }: Runtime,
  links: SignInLinks,
  organizationId: string,
  role: 'admin' | 'member' = 'admin',
): Promise<string> {
  const known = await users.find({ organizationId, userId: operator.id })
  if (known === undefined) await users.put({ organizationId, ...operator })
  return (await links.create({ organizationId, userId: operator.id, role })).url
}
