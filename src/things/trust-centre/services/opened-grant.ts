import type { ThingRecord } from '../../declared/services/thing-service.ts'
import type { ServiceOf } from '../../declared/services/thing-services.ts'
import { trustDocument } from '../documents.ts'
import { type trustGrant, trustRequest } from '../requests.ts'

/** A document that a key opens, and until when. */
export interface OpenedGrant {
  readonly document: {
    readonly organizationId: string
    readonly values: { readonly title: string; readonly fileId: string | null }
  }
  /** Whoever asked for it, at the address that the key is sent to. */
  readonly recipient: { readonly name: string; readonly email: string; readonly company: string | null }
  /** `2026-12-31`, in UTC. */
  readonly lastDay: string
}

/** The same, with whose it is. */
interface GrantedDocument extends OpenedGrant {
  readonly centreId: string
}

/** What a grant opens now. undefined: nothing, whatever the reason. */
export async function findOpened(
  { serviceOf }: { readonly serviceOf: ServiceOf },
  { organizationId, state, values: { requestId, documentId, lastDay } }: ThingRecord<typeof trustGrant.all>,
): Promise<GrantedDocument | undefined> {
  const [request, document] = await Promise.all([
    serviceOf(trustRequest).get({ organizationId, id: requestId }),
    serviceOf(trustDocument).get({ organizationId, id: documentId }),
  ])
  const isOpen = state === 'valid' || state === 'not-sent'
  const isShown = document?.state === 'on-request' || document?.state === 'public'
  const isOfCentre = request?.values.centreId === document?.values.centreId
  if (!isOpen || !isShown || !isOfCentre || request?.state !== 'granted') return undefined
  return { document, recipient: request.values, centreId: request.values.centreId, lastDay }
}
