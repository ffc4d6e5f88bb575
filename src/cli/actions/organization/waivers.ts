import { isExpired } from '../../../checks/waivers/limits.ts'
import type { StoredWaiver } from '../../../checks/waivers/waiver-store.ts'
import { StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { demandOrganization, findOrganization, hasStore, useRuntime } from '../../open-runtime.ts'
import { formatColumns } from '../../output/format-columns.ts'

/** The stored waivers of the organization, the newest first. */
export async function listWaivers(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const waivers = hasStore(options)
    ? await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
        const organizationId = await findOrganization(runtime, options)
        return organizationId === undefined ? [] : runtime.waivers.list({ organizationId })
      })
    : []
  if (options.json) terminal.json(waivers)
  else if (waivers.length === 0) terminal.out.line('The organization keeps no waivers.')
  else terminal.out.write(formatColumns(waivers.map(formatWaiverRow), terminal.out))
  return exitCodes.fine
}

/** From now on it does not apply. */
export function revokeWaiver(id: string, options: GlobalOptions, context: Context): Promise<ExitCode> {
  return changeWaiver(id, options, context, 'revoke')
}

/** Confirms one that needed a review, for all connections. */
export function confirmWaiver(id: string, options: GlobalOptions, context: Context): Promise<ExitCode> {
  return changeWaiver(id, options, context, 'confirm')
}

async function changeWaiver(
  id: string,
  options: GlobalOptions,
  { terminal }: Context,
  verb: 'revoke' | 'confirm',
): Promise<ExitCode> {
  await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const organizationId = await demandOrganization(runtime, options)
    if (!(await runtime.waivers[verb]({ id, organizationId })))
      throw new StoreError(
        verb === 'revoke'
          ? `There is no waiver "${id}". "checkwright waivers" shows them.`
          : `There is no waiver "${id}" that needs a review. "checkwright waivers" shows them.`,
        { code: 'NOT_FOUND' },
      )
  })
  if (options.json) terminal.json({ id, [verb === 'revoke' ? 'revoked' : 'confirmed']: true })
  else terminal.out.line(verb === 'revoke' ? `The waiver ${id} is revoked.` : `The waiver ${id} is kept.`)
  return exitCodes.fine
}

function formatWaiverRow({ id, waiver, needsReview }: StoredWaiver): string[] {
  const { connector, check, resource = 'every resource', connection = 'every connection', expires } = waiver
  return [
    id,
    `${[connector].flat().join(' ')}: ${[check].flat().join(' ')}`,
    [resource].flat().join(' '),
    [connection].flat().join(' '),
    isExpired(waiver, new Date()) ? `over since ${expires}` : `until ${expires}`,
    needsReview ? 'needs review' : '',
  ]
}
