import { StoreError } from '../../../errors/index.ts'
import { parseMailAddress } from '../../../service/notices/mail-message.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import { toKey } from '../../mail-addresses/letters.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { policyRequest } from '../requests.ts'
import { policy, policyAcknowledgement, policyVersion } from '../thing.ts'
import { findVersion } from './find-version.ts'

type AskParts = Pick<Runtime, 'serviceOf' | 'workspace' | 'peopleView' | 'policyRequests'>

interface Asking {
  readonly organizationId: string
  /** Who asks. */
  readonly userId: string | undefined
  readonly policyId: string
}

/**
 * Asks everybody by letter who works here by the directory, has an address, and has neither acknowledged the version that holds nor been
 * asked to and still can.
 * @returns how many are asked
 * @throws StoreError `NOT_FOUND`; `STORE_CONFLICT` for a policy that is not published, or without a mail server
 */
export async function askEverybody(runtime: AskParts, { organizationId, userId, policyId }: Asking): Promise<number> {
  const of = await runtime.serviceOf(policy).get({ organizationId, id: policyId })
  if (of === undefined) throw new StoreError('There is no such policy.', { code: 'NOT_FOUND' })
  const refuse = (message: string) => new StoreError(message, { code: 'STORE_CONFLICT' })
  if (!(await runtime.policyRequests.takesRequests()))
    throw refuse('The service sends no letters, because its operator has named no mail server.')
  const reader = { organizationId }
  const version = await findVersion(recordsFor(runtime, policyVersion, reader), {
    policyId,
    number: of.values.publishedNumber,
  })
  if (version === undefined) throw refuse('The policy is not published, so that nobody can acknowledge it.')
  const done = new Set<string>()
  const acknowledged = recordsFor(runtime, policyAcknowledgement, reader)
  for await (const page of listAllRecords(acknowledged, { versionId: version.id }))
    for (const { values } of page) if (values.email !== null) done.add(toKey(values.email))
  for await (const page of listAllRecords(recordsFor(runtime, policyRequest, reader), { policyId }))
    for (const { values, state } of page)
      if ((values.number === null || values.number === version.values.number) && state !== 'ended')
        done.add(toKey(values.email))
  const records: { readonly email: string; readonly policyId: string }[] = []
  for await (const email of listAddresses(runtime, organizationId)) {
    if (done.has(toKey(email))) continue
    done.add(toKey(email))
    records.push({ email, policyId })
  }
  if (records.length > 0) await runtime.serviceOf(policyRequest).createAll({ organizationId, userId, records })
  return records.length
}

const peopleAtOnce = 200

/** Of everybody who works here by the directory. */
async function* listAddresses(
  { peopleView }: Pick<Runtime, 'peopleView'>,
  organizationId: string,
): AsyncGenerator<string> {
  for (let from: number | undefined = 0, viewId: string | undefined; from !== undefined; ) {
    const page = await peopleView.people({ organizationId, from, viewId, limit: peopleAtOnce })
    for (const { employment, email } of page.data) {
      const address = employment.is === 'working' && email !== undefined ? parseMailAddress(email) : undefined
      if (address !== undefined) yield address
    }
    from = page.next
    viewId = page.viewId
  }
}
