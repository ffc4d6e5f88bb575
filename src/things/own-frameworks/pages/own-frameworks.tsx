import { formatFrameworkTitle } from '../../../checks/controls/frameworks/format-framework-title.ts'
import type { Control, Framework } from '../../../checks/controls/frameworks/framework.ts'
import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { findThingTexts } from '../../declared/thing-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, type OwnVisit } from '../../pages/page-route.ts'
import { FormActions, InputField } from '../../pages/shared/form-field.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { loadContent } from '../content/load-content.ts'
import { ownFrameworksMax } from '../limits.ts'
import { proposeFramework } from '../reading/propose-framework.ts'
import { ownFramework } from '../thing.ts'

const { page, scopes } = ownFramework

/** Takes the file of a framework. What was read of it is shown before anything counts. */
export const proposeFrameworkFile = defineAction({
  path: page,
  access: scopes.write,
  audit: { action: ownFramework.audit('create') },
  takesFiles: true,
  act: async ({ runtime, objects, form, person, texts }) => {
    const { organizationId, userId } = person
    const [file] = form.takeFiles('file')
    if (file === undefined) throw new ApiError('Choose a file. Go back and select one.', { code: 'API_INVALID' })
    const id = form.text('frameworkId').trim()
    const { name, stored } = file
    try {
      const sent = { organizationId, userId, name, stored, id: id === '' ? undefined : id }
      const { id: made } = await proposeFramework({ runtime, objects }, sent)
      return { kind: 'redirect', to: `${page}/${made}`, notice: 'record-added', made }
    } catch (error) {
      if (!(error instanceof CheckwrightError) || error.code !== 'IMPORT_REFUSED') throw error
      const { title } = findThingTexts(texts, ownFramework)
      return createPage(
        { status: 400, title: texts.ownFrameworks.refused },
        <>
          <PageHead crumbs={<Link to={page}>{title}</Link>} title={texts.ownFrameworks.refused} />
          <p class="sheet said" role="alert">
            {error.message}
          </p>
          <FileForm />
        </>,
      )
    }
  },
})

/** The form, above the list. */
export async function showFrameworkForm({ person }: OwnVisit) {
  return mayDo(person.role, scopes.write) ? <FileForm /> : null
}

function FileForm() {
  const texts = useTexts()
  const words = texts.ownFrameworks
  const { add } = findThingTexts(texts, ownFramework)
  return (
    <Sheet id="add" title={add}>
      <PostForm to={page} enctype="multipart/form-data">
        <InputField name="file" label={texts.labels.file} help={words.help} type="file" required />
        <InputField name="frameworkId" label={words.id} help={words.idHelp} maxlength={100} optional />
        <FormActions submit={add} looks="quiet" />
      </PostForm>
    </Sheet>
  )
}

/** The groups and controls that were read, and what changed since the edition before. */
export async function showContent(visit: OwnVisit, record: ThingRecord) {
  const { runtime, texts } = visit
  const words = texts.ownFrameworks
  const own = record as ThingRecord<typeof ownFramework.all>
  const framework = await loadContent(runtime.workspace, own)
  if (framework === undefined) return <p class="sheet">{words.gone}</p>
  const change = await describeChange(visit, own, framework)
  return (
    <Sheet id="content" title={words.preview}>
      {change !== undefined && <p>{words.change(change)}</p>}
      {own.values.takenAtMs !== null && (
        <p>
          <Link to={`/controls?${new URLSearchParams({ framework: framework.id })}`}>{words.open}</Link>
        </p>
      )}
      {[...groupControls(framework)].map(([group, controls]) => (
        <details>
          <summary>
            {group === '' ? words.noGroup : group}{' '}
            <span class="small">{texts.counts.controls({ count: controls.length })}</span>
          </summary>
          <ul class="plain-list">
            {controls.slice(0, shownMax).map(({ id, title }) => (
              <li>
                <b>{id}</b> {title} <Asks framework={framework} id={id} />
              </li>
            ))}
          </ul>
          {controls.length > shownMax && (
            <p class="small">{texts.counts.more({ count: controls.length - shownMax })}</p>
          )}
        </details>
      ))}
    </Sheet>
  )
}

/** Controls of a group that are shown. */
const shownMax = 100

function Asks({ framework: { statements }, id }: { readonly framework: Framework; readonly id: string }) {
  const texts = useTexts()
  const asked = statements && Object.hasOwn(statements.controls, id) ? statements.controls[id] : undefined
  if (!asked) return null
  return <span class="small">{texts.ownFrameworks.asks({ count: Object.keys(asked.statements).length })}</span>
}

function groupControls({ controls }: Framework): ReadonlyMap<string, readonly Control[]> {
  const groups = new Map<string, Control[]>()
  for (const control of controls) {
    const { group = '' } = control
    const known = groups.get(group)
    if (known) known.push(control)
    else groups.set(group, [control])
  }
  return groups
}

/** The edition that was taken last before, under the same title. */
async function describeChange(
  { runtime, person }: OwnVisit,
  { id, values, createdAtMs }: ThingRecord<typeof ownFramework.all>,
  framework: Framework,
) {
  const all = await recordsFor(runtime, ownFramework, person).list({ limit: ownFrameworksMax })
  const before = all.find(
    (other) =>
      other.id !== id &&
      other.createdAtMs <= createdAtMs &&
      other.values.takenAtMs !== null &&
      other.values.title === values.title,
  )
  const earlier = before && (await loadContent(runtime.workspace, before))
  if (earlier === undefined) return undefined
  const now = new Set(framework.controls.map((control) => control.id))
  const then = new Set(earlier.controls.map((control) => control.id))
  return {
    from: formatFrameworkTitle(earlier),
    added: [...now].filter((control) => !then.has(control)).length,
    removed: [...then].filter((control) => !now.has(control)).length,
  }
}
