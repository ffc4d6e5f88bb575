import { isPart } from '../../../service/fields/columns.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import {
  defineAction,
  definePage,
  type OwnSubmission,
  type PageAnswer,
  type PageRoute,
} from '../../pages/page-route.ts'
import { sendRecords } from '../reading/send-records.ts'
import { showList } from './list-page.tsx'
import { describePages, listChosenFields, type PageFacts } from './page-facts.ts'
import type { PagedThing, ThingSections } from './paged-thing.ts'
import { saveChoice, searchChoice, showChoice } from './record-choice.tsx'
import { actOnRecord, changeRecord, createRecord, deleteRecord, importRecords } from './record-forms.ts'
import { showRecord } from './record-page.tsx'
import { takesFiles } from './thing-form.tsx'

/** The pages and forms of a thing by name, as `describePages` has them. */
export type ThingPages = Readonly<Record<string, PageRoute>>

/** The pages that follow from the declaration. */
function pagesFor(paged: PagedThing): ThingPages {
  const { thing } = paged
  const { list, download, record, create, change, delete: remove, import: file, ...others } = describePages(thing)
  const actions = Object.entries(others).filter(([name]) => Object.hasOwn(thing.actions, name))
  if (!list || !download || !record) throw new TypeError(`pagesFor: ${thing.id} lacks a page`)
  const forms: Record<string, PageRoute> = {}
  if (create) forms.create = defineForm(create, takesFiles(thing), (submission) => createRecord(submission, paged))
  if (change) forms.change = defineForm(change, takesFiles(thing), (submission) => changeRecord(submission, paged))
  if (file) forms.import = defineForm(file, true, (submission) => importRecords(submission, paged))
  if (remove) forms.delete = defineForm(remove, false, (submission) => deleteRecord(submission, paged))
  for (const field of listChosenFields(thing)) {
    const {
      [`choose ${field.name}`]: choose,
      [`choose ${field.name} by`]: search,
      [`chosen ${field.name}`]: save,
    } = others
    if (!choose || !search || !save) continue
    const { path, access } = choose
    forms[`choose ${field.name}`] = definePage({ path, access, show: (visit) => showChoice(visit, paged, field) })
    forms[`choose ${field.name} by`] = defineAction({
      path: search.path,
      access: search.access,
      audit: undefined,
      act: (submission) => searchChoice(submission, paged, field),
    })
    forms[`chosen ${field.name}`] = defineForm(save, false, (submission) => saveChoice(submission, paged, field))
  }
  for (const [name, facts] of actions)
    forms[name] = defineForm(facts, false, (submission) => actOnRecord(submission, paged, name))
  return {
    list: definePage({ path: list.path, access: list.access, show: (visit) => showList(visit, paged) }),
    download: definePage({
      path: download.path,
      access: download.access,
      show: async (visit) => ({
        kind: 'response',
        response: await sendRecords(visit, thing, visit.person, visit.request),
      }),
    }),
    ...forms,
    record: definePage({ path: record.path, access: record.access, show: (visit) => showRecord(visit, paged) }),
  }
}

/**
 * The pages of things, in order.
 * @param sections by the id of a thing
 */
export function listThingPages(
  things: readonly Thing[],
  sections: Readonly<Record<string, ThingSections>> = {},
): readonly PageRoute[] {
  return things.flatMap((thing) => {
    const [field, named] = Object.entries(thing.all).find(([, each]) => isPart(each)) ?? []
    const whole = things.find(({ id }) => id === named?.names)
    return Object.values(
      pagesFor({
        thing,
        parts: things.filter(({ all }) => Object.values(all).some((each) => isPart(each) && each.names === thing.id)),
        whole: field !== undefined && whole ? { field, thing: whole } : undefined,
        sections: sections[thing.id] ?? {},
      }),
    )
  })
}

function defineForm(
  { path, access, action }: PageFacts,
  withFiles: boolean,
  act: (submission: OwnSubmission) => Promise<PageAnswer>,
): PageRoute {
  if (action === undefined) throw new TypeError(`pagesFor: ${path} has no audit action`)
  const [, target] = /:(\w+)/.exec(path) ?? []
  const audit = target === undefined ? { action } : { action, target }
  return defineAction({ path, access, audit, takesFiles: withFiles, act })
}
