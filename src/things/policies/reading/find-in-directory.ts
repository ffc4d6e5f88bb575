import type { Runtime } from '../../runtime/runtime.ts'

/**
 * Who has an address by the directory now, so that they are known after they are renamed or leave.
 * @returns null: nobody does for sure, or the directory cannot be read at the moment, which keeps nobody from acknowledging
 */
export async function findInDirectory(
  { policyRequests }: Pick<Runtime, 'policyRequests'>,
  { organizationId, email }: { readonly organizationId: string; readonly email: string | null },
): Promise<string | null> {
  if (email === null) return null
  const found = await policyRequests.findPerson({ organizationId, email }).catch(() => undefined)
  return found ?? null
}
