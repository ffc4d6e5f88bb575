import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type AnyConnector, isSecret } from '../../../define/index.ts'
import type { Problems } from '../../connectors/pages/field.tsx'
import type { OwnSubmission } from '../../pages/page-route.ts'
import { type ClaimSeal, openClaims, sealClaims } from '../../parts/sealed-claims.ts'
import { listAppFields, type SealedSecrets } from './app-form.ts'

/** Name of the hidden field. */
export const sealedField = 'held'

const sealedSeconds = 900

const Sealed = z.object({ bound: z.string(), secrets: z.record(z.string(), z.string()) })

/**
 * Typed secrets for the same form once more, sealed by the service: a page shows no secret. They are bound to the person,
 * the connector and the other values, because a secret goes only to the destination that it was typed for.
 * @param problems of the form: a secret that has one is not held
 * @returns undefined if there is none to hold
 */
export async function holdSecrets(
  submission: OwnSubmission,
  connector: AnyConnector,
  problems: Problems = {},
): Promise<SealedSecrets | undefined> {
  const { texts } = submission
  const { runtime, form } = submission
  const typed = listAppFields(texts, connector).flatMap(({ name, field }) => {
    const isSealed = isSecret(field) && form.text(name).trim() !== '' && problems[name] === undefined
    return isSealed ? [[name, form.text(name)] as const] : []
  })
  if (typed.length === 0) return undefined
  const claims = { bound: bindToForm(submission, connector), secrets: Object.fromEntries(typed) }
  const sealed = await sealClaims(chooseSeal(runtime.workspace), claims, sealedSeconds)
  return { sealed, names: typed.map(([name]) => name) }
}

/** The form with the held secrets in the boxes that are empty. What does not belong to this form is left out. */
export async function restoreSecrets<T extends OwnSubmission>(submission: T, connector: AnyConnector): Promise<T> {
  const { runtime, form } = submission
  const sealed = form.text(sealedField)
  if (sealed === '') return submission
  const opened = await openClaims(chooseSeal(runtime.workspace), sealed, Sealed)
  if (opened?.bound !== bindToForm(submission, connector)) return submission
  const text = (name: string) => {
    const typed = form.text(name)
    return typed.trim() === '' && Object.hasOwn(opened.secrets, name) ? (opened.secrets[name] ?? '') : typed
  }
  return { ...submission, form: { ...form, text } }
}

function chooseSeal({ clock, loadSecret }: OwnSubmission['runtime']['workspace']): ClaimSeal {
  return { clock, loadKey: () => loadSecret('held-secrets') }
}

function bindToForm({ texts, person, form }: OwnSubmission, connector: AnyConnector): string {
  const values = listAppFields(texts, connector).flatMap(({ name, field }) =>
    isSecret(field) ? [] : [[name, form.text(name)]],
  )
  const bound = [person.organizationId, person.userId, connector.id, values]
  return createHash('sha256').update(JSON.stringify(bound)).digest('base64url')
}
