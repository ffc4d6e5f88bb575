import { ApiError } from '../../../errors/index.ts'
import { demandPerson } from '../../../service/records/people.ts'
import { type Action, mayDo, type Role } from '../../../service/rights/permissions.ts'
import { chooseAuthor } from '../../api/callers/author.ts'
import type { Caller } from '../../api/callers/caller.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import type { Judge } from '../judge.ts'

/**
 * The person who judges: that of the token, or the one that a key names. A key has no role, so that the role of the
 * person that it names decides.
 * @param action what the role of the person has to include
 * @throws ApiError 400 where nobody is named or known; 403 for somebody who is deactivated or has a lesser role
 */
export async function findJudge(
  { users, runtime }: Pick<HostParts, 'users' | 'runtime'>,
  caller: Pick<Caller, 'organizationId' | 'userId' | 'keyUserId'>,
  named: string | undefined,
  action: Action = 'judgements:write',
): Promise<Judge & { readonly role: Role | undefined }> {
  const { organizationId } = caller
  const userId = chooseAuthor(caller as Caller, named, 'userId')
  const { name, email } = await demandPerson(users, { organizationId, userId }, 'userId')
  const membership = await runtime.people.role({ organizationId, userId })
  const role = membership?.role
  if (role === undefined || mayDo(role, action)) {
    const keyMaker = await findKeyMaker(users, caller)
    return { userId, name, email, keyMaker, role }
  }
  throw new ApiError(`The role of this person in the organization, ${role}, does not allow this.`, {
    code: 'API_FORBIDDEN',
  })
}

async function findKeyMaker(
  users: HostParts['users'],
  { organizationId, keyUserId }: Pick<Caller, 'organizationId' | 'keyUserId'>,
): Promise<Judge | undefined> {
  const maker = keyUserId === undefined ? undefined : await users.find({ organizationId, userId: keyUserId })
  return maker && { userId: maker.id, name: maker.name, email: maker.email }
}
