import type { CheckContext, VendorClient } from 'checkwright'
import { User } from './responses.ts'
import { listUsers } from './users.ts'

/** Somebody who can sign in, or could after an invitation. */
export interface Person {
  readonly id: string
  readonly name: string
  /** Undefined for members; guests see one channel or several. */
  readonly guestOf: 'one channel' | 'several channels' | undefined
  /** Undefined if Slack does not send it; only owners get it. */
  readonly hasSecondFactor: boolean | undefined
  /** Whether the person was invited and has not joined yet. */
  readonly isInvited: boolean
  /** The workspace of the account; undefined if Slack does not send it. */
  readonly workspace: string | undefined
  /** The Enterprise organization of the account; undefined for others. */
  readonly organization: string | undefined
}

/** People who can sign in: no bots, no deactivated accounts, and no members of other workspaces. */
export async function* listPeople(
  ctx: VendorClient & Pick<CheckContext, 'cannotTell'>,
): AsyncGenerator<Person, void, undefined> {
  let failure: { readonly thrown: unknown } | undefined
  for await (const user of listUsers(ctx, User)) {
    if (user.deleted || user.is_bot) continue
    try {
      yield toPerson(ctx, user)
    } catch (thrown) {
      // One person without a flag hides no other.
      failure ??= { thrown }
    }
  }
  if (failure) throw failure.thrown
}

// Slack sends the flags of all active people, including false ones.
// https://docs.slack.dev/reference/objects/user-object
function toPerson(ctx: Pick<CheckContext, 'cannotTell'>, user: User): Person {
  const demand = (flag: 'is_restricted' | 'is_ultra_restricted'): boolean =>
    user[flag] ??
    ctx.cannotTell({ kind: 'schema_drift', message: `Slack's answer has no ${flag} for ${user.name}, an active user.` })
  const isOfOneChannel = demand('is_ultra_restricted')
  const isGuest = demand('is_restricted') || isOfOneChannel
  const guestOf = isOfOneChannel ? 'one channel' : isGuest ? 'several channels' : undefined
  return {
    id: user.id,
    name: user.name,
    guestOf,
    hasSecondFactor: user.has_2fa,
    isInvited: user.is_invited_user === true,
    workspace: user.team_id ?? undefined,
    organization: user.enterprise_user?.enterprise_id ?? undefined,
  }
}
