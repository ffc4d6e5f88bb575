import { slack } from '../connector.ts'
import { ListedUser } from '../responses.ts'
import { listUsers } from '../users.ts'

const reasons = {
  deleted: 'Slack does not say it of deactivated accounts.',
  email: 'Slack shows addresses only with the scope users:read.email.',
  role: 'Slack did not send all flags of the role.',
  secondFactor: 'Slack tells only administrators who has a second factor.',
}

/** Members and guests, deactivated ones too. Slack says neither when an account was made nor when it was used last. */
export const accounts = slack.inventory({
  of: 'account',
  tells: ['email', 'roles', 'administrator', 'secondFactor'],
  covers: ['members', 'guests', 'deactivated accounts'],
  leavesOut: ['bots', 'people of other workspaces in shared channels', 'invitations to people without an account'],
  scopes: ['users:read', 'users:read.email'],
  async *list(ctx) {
    let mayHaveOwner = false
    for await (const user of listUsers(ctx, ListedUser)) {
      if (user.is_bot === true) continue
      const isDeleted = user.deleted === true
      mayHaveOwner ||= !isDeleted && user.is_owner !== false
      yield {
        id: user.id,
        name: user.name,
        kind: toKind(user),
        status: toStatus(user),
        email: user.profile?.email,
        roles: findRoles(user),
        administrator: either(user.is_admin, user.is_owner),
        secondFactor: user.has_2fa,
        unknown: {
          email: reasons.email,
          roles: isDeleted ? reasons.deleted : reasons.role,
          administrator: isDeleted ? reasons.deleted : reasons.role,
          secondFactor: isDeleted ? reasons.deleted : reasons.secondFactor,
        },
      }
    }
    // Every workspace has its primary owner: https://slack.com/help/articles/360018112273
    if (!mayHaveOwner)
      ctx.cannotTell({
        kind: 'incomplete_data',
        message: "Slack's answer lists no owner, although every workspace has one.",
      })
  },
})

function toKind({ is_bot: isBot, ...user }: ListedUser) {
  const isGuest = either(user.is_restricted, user.is_ultra_restricted)
  if (isBot !== false) return 'unknown'
  return isGuest === true ? 'guest' : isGuest === false ? 'person' : 'unknown'
}

function toStatus({ deleted, is_invited_user: isInvited }: ListedUser) {
  if (deleted === true) return 'deleted'
  if (deleted !== false) return 'unknown'
  return isInvited === true ? 'invited' : 'active'
}

/** The highest one, as Slack names it: https://slack.com/help/articles/360018112273 */
function findRoles(user: ListedUser): readonly string[] | undefined {
  if (user.is_primary_owner === true) return ['primary owner', 'owner']
  if (user.is_owner === true) return ['owner']
  // Owners are administrators, too.
  if (user.is_owner !== false) return undefined
  if (user.is_admin === true) return ['admin']
  if (user.is_ultra_restricted === true) return ['single-channel guest']
  if (user.is_restricted === true) return ['multi-channel guest']
  const flags = [user.is_admin, user.is_restricted, user.is_ultra_restricted]
  return flags.every((flag) => flag === false) ? ['member'] : undefined
}

/** Whether one of two flags is set; undefined where that cannot be told. A value that is no flag is handed on, and refused. */
function either(one: boolean | undefined, other: boolean | undefined): boolean | undefined {
  if (one === true || other === true) return true
  return one === false ? other : one
}
