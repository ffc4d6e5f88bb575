import { crc32 } from 'node:zlib'
import { frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { zipBytes } from '../../../evidence/bundle/zip.ts'
import { yieldOnce } from '../../../service/files/keep-file.ts'
import type { PackageRecord } from '../../../service/records/packages.ts'
import { joinBytes } from '../../../text/join-bytes.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import { loadBrand } from '../../appearance/load-brand.ts'
import { loadFrameworkOf } from '../../own-frameworks/reading/load-own-frameworks.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { FormActions, InputField } from '../../pages/shared/form-field.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { requireFound } from '../../parts/runtime-parts.ts'
import { signStatusOf } from '../making/sign-status.ts'

/** Who may sign something for everybody. */
export const statusAccess = 'judgements:write'

/** What a public page of a package shows, and the button that makes it. */
export const packageStatusPage = definePage({
  path: '/packages/:packageId/status',
  access: statusAccess,
  show: async (visit) => {
    const { texts } = visit
    const record = await demandPackage(visit)
    const { id, framework, periodFrom: from, periodTo: to } = record
    const groups = await groupControls(visit, record)
    const words = texts.packages.status
    return createPage(
      { title: words.title },
      <>
        <PageHead
          crumbs={<Link to="/packages">{texts.packages.title}</Link>}
          title={words.title}
          lead={words.lead({
            name: frameworkNames[framework] ?? framework,
            period: texts.packages.period({ from, to }),
          })}
        />
        <section class="sheet">
          <PostForm to={`/packages/${id}/status`}>
            <InputField name="name" label={texts.labels.name} help={words.nameHelp} maxlength={100} optional />
            {groups.size > 0 && (
              <fieldset class="field">
                <legend>{words.groups}</legend>
                <div class="fields ticks">
                  {[...groups].map(([group, ids]) => (
                    <label class="tick">
                      <input type="checkbox" name="group" value={group} checked /> {group}{' '}
                      <span class="small">{texts.counts.controls({ count: ids.length })}</span>
                    </label>
                  ))}
                </div>
              </fieldset>
            )}
            <FormActions submit={words.make} />
          </PostForm>
        </section>
      </>,
    )
  },
})

/** The signed files of a status page, in an archive to publish. */
export const makeStatusPage = defineAction({
  path: '/packages/:packageId/status',
  access: statusAccess,
  audit: { action: 'package.status', target: 'packageId' },
  act: async (submission) => {
    const { runtime, person, form } = submission
    const { organizationId } = person
    const record = await demandPackage(submission)
    const groups = await groupControls(submission, record)
    const chosen = new Set(form.all('group'))
    const show = [...groups].flatMap(([group, ids]) => (chosen.has(group) ? ids : []))
    const isWhole = [...groups.keys()].every((group) => chosen.has(group))
    if (!isWhole && show.length === 0)
      throw new ApiError(submission.texts.packages.status.nothing, { code: 'API_INVALID' })
    const name = form.text('name').trim() || undefined
    const brand = await loadBrand(runtime, { organizationId, name })
    const of = { organizationId, packageId: record.id }
    const { files } = await signStatusOf(runtime, of, { show: isWhole ? undefined : show, brand }).catch(refuseChoice)
    const zipped = [...files].map(([file, text]) => {
      const bytes = Buffer.from(text)
      return { name: file, size: bytes.length, crc32: crc32(bytes), read: () => yieldOnce(bytes) }
    })
    const { framework, periodTo } = record
    const headers = buildSaveHeaders(`status-${framework}-${periodTo}.zip`, 'application/zip')
    const response = new Response(joinBytes(await Array.fromAsync(zipBytes(zipped))), { headers })
    return { kind: 'response', response }
  },
})

async function demandPackage({ runtime, person, params }: OwnVisit): Promise<PackageRecord> {
  const { organizationId } = person
  return requireFound(await runtime.packages.get({ organizationId, id: params.packageId ?? '' }), 'package')
}

/** Ids of controls by the group in which the framework lists them; none for a framework that is not here. */
async function groupControls(
  { runtime, person: { organizationId } }: OwnVisit,
  { framework: id }: PackageRecord,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const controls = (await loadFrameworkOf(runtime, { organizationId, id }))?.controls ?? []
  const groups = Map.groupBy(controls, ({ group = '' }) => group)
  groups.delete('')
  return new Map([...groups].map(([group, of]) => [group, of.map(({ id }) => id)]))
}

/** A framework may have changed since the package was made. */
function refuseChoice(error: unknown): never {
  if (error instanceof CheckwrightError && error.code === 'CLI_USAGE')
    throw new ApiError(error.message, { code: 'API_INVALID', cause: error })
  throw error
}
