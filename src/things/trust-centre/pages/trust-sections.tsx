import { frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { listDownloadable } from '../../packages/reading/packages.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { defineAction, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { FormActions, InputField, Options, SelectField } from '../../pages/shared/form-field.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { trustDocument } from '../documents.ts'
import { sendMarkedDocument } from '../reading/send-document.ts'
import { publishStatus } from '../reading/signed-status.ts'
import { trustGrant } from '../requests.ts'
import { trustCentre, trustStatus } from '../thing.ts'

/** Packages that somebody chooses from. */
const packagesMax = 50

/** The address of the public page, and the form that publishes a signed state. */
export async function showPublicPage({ runtime, texts, person }: OwnVisit, { id, state, values }: ThingRecord) {
  const words = texts.trustCentre.admin
  const { organizationId, role } = person
  const url = `${runtime.publicUrl}/trust/${String(values.slug)}`
  const packages = await listDownloadable({ runtime }, organizationId, packagesMax)
  return (
    <Sheet id="page" title={words.page}>
      <p>{state === 'open' ? words.open : words.closed}</p>
      <p>{state === 'open' ? <a href={url}>{url}</a> : <code>{url}</code>}</p>
      {mayDo(role, trustCentre.scopes.write) &&
        (packages.length === 0 ? (
          <p class="small">{words.noPackage}</p>
        ) : (
          <PostForm to={`${trustCentre.page}/${id}/status`}>
            <SelectField name="package" label={words.package} help={words.publishHelp} required>
              <Options
                of={packages.map(({ id: packageId, framework, periodFrom: from, periodTo: to }) => [
                  packageId,
                  words.packageOption({ framework: frameworkNames[framework] ?? framework, from, to }),
                ])}
                chosen=""
              />
            </SelectField>
            <FormActions submit={words.publish} looks="quiet" />
          </PostForm>
        ))}
    </Sheet>
  )
}

/** Publishes the signed state of a package. */
export const publishTrustStatus = defineAction({
  path: `${trustCentre.page}/:trustCentreId/status`,
  access: trustCentre.scopes.write,
  audit: { action: trustStatus.audit('create'), target: 'trustCentreId' },
  act: async ({ runtime, objects, form, params, person }) => {
    const { organizationId, userId } = person
    const { trustCentreId: centreId = '' } = params
    try {
      await publishStatus({ runtime, objects }, { organizationId, userId, centreId, packageId: form.text('package') })
    } catch (error) {
      if (error instanceof CheckwrightError && error.code === 'RECORD_INVALID')
        throw new ApiError(error.message, { code: 'API_INVALID' })
      throw error
    }
    return { kind: 'redirect', to: `${trustCentre.page}/${centreId}`, notice: 'record-added' }
  },
})

/** The documents that somebody asked for, with a form to grant each. */
export async function showAskedDocuments({ runtime, texts, person }: OwnVisit, { id, state, values }: ThingRecord) {
  const words = texts.trustCentre.admin
  const { role } = person
  const asked = (values.documents ?? []) as readonly string[]
  const documents = await Promise.all(asked.map((each) => recordsFor(runtime, trustDocument, person).get(each)))
  const mayGrant = mayDo(role, trustGrant.scopes.write) && (state === 'waiting' || state === 'granted')
  return (
    <Sheet id="asked" title={words.asked}>
      {documents.map(
        (document) =>
          document &&
          (mayGrant ? (
            <PostForm to={trustGrant.page}>
              <input type="hidden" name="requestId" value={id} />
              <input type="hidden" name="documentId" value={document.id} />
              <InputField
                name="lastDay"
                id={`until-${document.id}`}
                label={words.until({ title: document.values.title })}
                type="date"
                required
              />
              <FormActions submit={words.grant} looks="quiet" />
            </PostForm>
          ) : (
            <p>{document.values.title}</p>
          )),
      )}
    </Sheet>
  )
}

/** How a document on request looks for whoever gets it, or why it cannot be marked. */
export async function showMarkedCopy({ texts, person }: OwnVisit, { id, values }: ThingRecord) {
  const words = texts.trustCentre.grant
  if (values.access !== 'request' || values.fileId === null || !mayDo(person.role, trustDocument.scopes.write))
    return null
  return (
    <Sheet id="marked" title={words.markedCopy}>
      <p>{words.markedHelp}</p>
      <p>
        <Link to={`${trustDocument.page}/${id}/marked`}>{words.seeMarked}</Link>
      </p>
    </Sheet>
  )
}

export const markedCopy = definePage({
  path: `${trustDocument.page}/:trustDocumentId/marked`,
  access: trustDocument.scopes.write,
  show: async ({ runtime, objects, texts, person, params, request }) => {
    const { trustDocumentId: id = '' } = params
    const { request: asked } = texts.trustCentre
    const document = await recordsFor(runtime, trustDocument, person).get(id)
    const centre = document && (await recordsFor(runtime, trustCentre, person).get(document.values.centreId))
    const day = formatDay(runtime.workspace.clock.nowMs())
    const mark = texts.trustCentre.grant.mark({
      name: asked.name,
      email: asked.email,
      company: null,
      by: centre?.values.name ?? '',
      day,
      id,
    })
    try {
      const response =
        document && (await sendMarkedDocument({ runtime, objects }, document, { url: request.url, mark }))
      if (response) return { kind: 'response', response }
    } catch (error) {
      if (error instanceof CheckwrightError && error.code === 'IMPORT_REFUSED')
        throw new ApiError(error.message, { code: 'API_INVALID' })
      throw error
    }
    throw new ApiError('The document has no file.', { code: 'NOT_FOUND' })
  },
})
