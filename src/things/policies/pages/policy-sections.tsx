import { raw } from 'hono/html'
import { isLimited } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { renderLongMarkdown } from '../../connectors/pages/render-markdown.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { defineAction, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { FormActions } from '../../pages/shared/form-field.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { acknowledgePolicy } from '../reading/acknowledge-policy.ts'
import { askEverybody } from '../reading/ask-everybody.ts'
import { compareTexts } from '../reading/compare-texts.ts'
import { findVersion } from '../reading/find-version.ts'
import { sendVersion } from '../reading/send-version.ts'
import { policyRequest } from '../requests.ts'
import { policy, policyAcknowledgement, policyVersion } from '../thing.ts'

/** The version of a policy that holds. */
async function findHolding({ runtime, person }: OwnVisit, policyId: string): Promise<ThingRecord | undefined> {
  const of = await recordsFor(runtime, policy, person).get(policyId)
  const number = of?.values.publishedNumber ?? null
  return findVersion(recordsFor(runtime, policyVersion, person), { policyId, number })
}

/** The text that holds, and the form to acknowledge it. */
export async function showPolicyText(visit: OwnVisit, { id: policyId }: ThingRecord) {
  const { runtime, texts, person } = visit
  const { userId, role } = person
  const words = texts.policies
  const version = await findHolding(visit, policyId)
  if (version === undefined) return null
  const where = { userId, versionId: version.id }
  const [own] = await recordsFor(runtime, policyAcknowledgement, person).list({ where, limit: 1 })
  const number = Number(version.values.number)
  const mayAsk = mayDo(role, policyRequest.scopes.write) && (await runtime.policyRequests.takesRequests())
  return (
    <>
      <Sheet id="text" title={words.holds({ number })}>
        <div class="prose">{raw(await renderLongMarkdown(String(version.values.text)))}</div>
        {own ? (
          <p>{words.acknowledged}</p>
        ) : isLimited(person) ? null : (
          <PostForm to={`${policy.page}/${policyId}/acknowledge`}>
            <input type="hidden" name="version" value={version.id} />
            <FormActions submit={words.acknowledge({ number })} />
          </PostForm>
        )}
      </Sheet>
      {mayAsk && (
        <Sheet id="ask" title={words.ask.title}>
          <p>{words.ask.lead}</p>
          <PostForm to={`${policy.page}/${policyId}/ask`}>
            <FormActions submit={words.ask.submit} looks="quiet" />
          </PostForm>
        </Sheet>
      )}
    </>
  )
}

/** The text of a version, and what it changes. */
export async function showVersionText(visit: OwnVisit, { id, values }: ThingRecord) {
  const words = visit.texts.policies
  const holding = await findHolding(visit, String(values.policyId))
  const lines =
    holding === undefined || holding.id === id ? [] : compareTexts(String(holding.values.text), String(values.text))
  const at = `${policyVersion.page}/${id}`
  return (
    <>
      <Sheet id="text" title={words.text}>
        <div class="prose">{raw(await renderLongMarkdown(String(values.text)))}</div>
        <p class="row">
          <Link to={`${at}/markdown`}>{words.asMarkdown}</Link> <Link to={`${at}/html`}>{words.asHtml}</Link>
        </p>
      </Sheet>
      {lines.length > 0 && (
        <Sheet id="difference" title={words.difference}>
          <pre class="difference">
            {lines.map(({ is, text }) =>
              is === 'same' ? `  ${text}\n` : is === 'added' ? <ins>{`+ ${text}\n`}</ins> : <del>{`- ${text}\n`}</del>,
            )}
          </pre>
        </Sheet>
      )}
    </>
  )
}

/** A version as a file. */
export const versionFile = definePage({
  path: `${policyVersion.page}/:policyVersionId/:format`,
  access: policyVersion.scopes.read,
  show: async (visit) => {
    const { params, person } = visit
    const { policyVersionId: id = '', format = '' } = params
    return {
      kind: 'response',
      response: await sendVersion(visit, { reader: person, id, format }),
    }
  },
})

/** The person who is signed in has read the version. Opening a link does nothing; only this form does. */
export const acknowledgeForm = defineAction({
  path: `${policy.page}/:policyId/acknowledge`,
  access: policy.scopes.read,
  audit: { action: policyAcknowledgement.audit('create'), target: 'policyId' },
  act: async ({ runtime, form, params, person }) => {
    const { organizationId, userId } = person
    const { policyId = '' } = params
    // If another version holds by now, the person is told so, and the audit log that nothing was acknowledged.
    await acknowledgePolicy(runtime, { organizationId, userId, policyId, versionId: form.text('version') })
    return { kind: 'redirect', to: `${policy.page}/${policyId}`, notice: 'record-changed' }
  },
})

/** Everybody who has not acknowledged the version that holds gets a letter. */
export const askForm = defineAction({
  path: `${policy.page}/:policyId/ask`,
  access: policyRequest.scopes.write,
  audit: { action: policyRequest.audit('create'), target: 'policyId' },
  act: async ({ runtime, params, person }) => {
    const { organizationId, userId } = person
    const { policyId = '' } = params
    await askEverybody(runtime, { organizationId, userId, policyId })
    return { kind: 'redirect', to: `${policy.page}/${policyId}`, notice: 'record-changed' }
  },
})
