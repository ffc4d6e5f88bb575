import { createHash } from 'node:crypto'
import { holdLease } from '../../../auth/lease.ts'
import { cleanLine, cleanLines } from '../../../report/pieces/safe-text.ts'
import { parseMailAddress } from '../../../service/notices/mail-message.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { toKey } from '../../mail-addresses/letters.ts'
import type { SentForm } from '../../pages/form.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { trustDocument } from '../documents.ts'
import { agreementLifeMs, requestDocumentsMax } from '../limits.ts'
import { trustAgreement, trustRequest } from '../requests.ts'
import type { trustCentre } from '../thing.ts'

type Centre = ThingRecord<typeof trustCentre.all>
type Documents = readonly ThingRecord<typeof trustDocument.all>[]

/**
 * Stores what a visitor asks for. Who asks too often for a day is told the same, and nothing is stored.
 * @returns false for a form that lacks something
 */
export async function askForDocuments(
  runtime: Runtime,
  { centre, documents, form }: { readonly centre: Centre; readonly documents: Documents; readonly form: SentForm },
): Promise<boolean> {
  const { organizationId, id: centreId } = centre
  const email = parseMailAddress(form.text('email'))
  const chosen = new Set(form.all('document'))
  const wanted = documents.map(({ id }) => id).filter((id) => chosen.has(id))
  const name = readLine(form.text('name'), 100)
  const company = readLine(form.text('company'), 200)
  const reason = form.text('reason')
  if (email === undefined || !name || company === undefined || [...reason].length > reasonMax) return false
  if (wanted.length === 0 || wanted.length > requestDocumentsMax) return false
  if (await runtime.trustCentres.countRequest({ organizationId, address: toKey(email) }))
    await runtime.serviceOf(trustRequest).create({
      organizationId,
      values: {
        centreId,
        name,
        email,
        company: company || null,
        reason: cleanLines(reason, reasonMax).join('\n') || null,
        documents: wanted,
      },
    })
  return true
}

/** Characters of a reason. */
const reasonMax = 2_000

/** What a stranger typed, on one line, without what turns or hides text. undefined: it is too long. */
export function readLine(text: string, lengthMax: number): string | undefined {
  return [...text.trim()].length > lengthMax ? undefined : cleanLine(text.replace(/\s+/g, ' '), lengthMax)
}

/** The request that a link in a letter is about, without using it up. undefined: it was used, is too old, or is none. */
export async function findAskedRequest(
  runtime: Runtime,
  { organizationId, id: centreId }: Centre,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<ThingRecord<typeof trustRequest.all> | undefined> {
  const request = await runtime.serviceOf(trustRequest).get({ organizationId, id })
  const isOurs = await runtime.trustCentres.isKey({ kind: 'agreement', id }, key)
  if (!isOurs || request?.values.centreId !== centreId) return undefined
  const isYoung = runtime.workspace.clock.nowMs() < request.createdAtMs + agreementLifeMs
  return isYoung && (request.state === 'asked' || request.state === 'not-asked') ? request : undefined
}

/** Which text of an agreement it is: SHA-256, hexadecimal. */
export function digestAgreement({ values }: Centre): string {
  return createHash('sha256')
    .update(values.agreement ?? '')
    .digest('hex')
}

/** Notes that whoever asked agreed to exactly this text. @returns false if somebody did so by the same link meanwhile */
export async function agree(
  runtime: Runtime,
  centre: Centre,
  { id: requestId, key, name }: { readonly id: string; readonly key: string; readonly name: string },
): Promise<boolean> {
  const { leases, clock } = runtime.workspace
  // Two at once would both find the request without an agreement.
  return holdLease(leases, clock, `agree:${requestId}`, async () => {
    if ((await findAskedRequest(runtime, centre, { id: requestId, key })) === undefined) return false
    await runtime.serviceOf(trustAgreement).create({
      organizationId: centre.organizationId,
      values: { name, requestId, agreedAtMs: clock.nowMs(), textSha256: digestAgreement(centre) },
    })
    return true
  })
}
