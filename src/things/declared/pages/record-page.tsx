import { isPart } from '../../../service/fields/columns.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import { findChosenKind } from '../../../service/fields/form-fields.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Comments, loadComments } from '../../comments/pages/comments.tsx'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import type { ThingRecord } from '../services/thing-service.ts'
import { findThingTexts, type ThingTexts } from '../thing-texts.ts'
import { cutTitle } from './cut-title.ts'
import { listChosenFields } from './page-facts.ts'
import { demandRecord, findWholePage, type PagedThing } from './paged-thing.ts'
import { loadHistory, RecordHistory } from './record-history.tsx'
import { loadPart, PartSection } from './record-parts.tsx'
import { formatShown, loadRecordNames, type RecordNames } from './record-table.tsx'
import { fillForm, ThingForm, type ThingFormState } from './thing-form.tsx'
import { ThingHead } from './thing-head.tsx'

export async function showRecord(visit: OwnVisit, paged: PagedThing, refused?: ThingFormState): Promise<PageAnswer> {
  const { thing, parts, whole, sections } = paged
  const { texts, person } = visit
  const { role, userId } = person
  const words = findThingTexts(texts, thing)
  const record = await demandRecord(visit, thing)
  const { id, values, state = '', changedAtMs } = record
  const [first = ''] = thing.columns
  const mayWrite = mayDo(role, thing.scopes.write)
  const form =
    mayWrite && thing.verbs.includes('change')
      ? (refused ?? { ...(await fillForm(visit, thing, values)), seenAtMs: changedAtMs })
      : undefined
  const possible = Object.entries(thing.actions).filter(
    ([, { from, scope = thing.scopes.write }]) => (from === undefined || from.includes(state)) && mayDo(role, scope),
  )
  const mayDelete = mayWrite && thing.verbs.includes('delete') && (thing.deleteFrom?.includes(state) ?? true)
  const at = `${thing.page}/${id}`
  const entity = thing.commentedAs === undefined ? undefined : { entityType: thing.commentedAs, entityId: id }
  const [names, comments, partSections] = await Promise.all([
    loadRecordNames(visit, thing, [record]),
    entity && loadComments(visit, entity),
    Promise.all(parts.filter(({ scopes }) => mayDo(role, scopes.read)).map((part) => loadPart(visit, part, thing, id))),
  ])
  const title = cutTitle(formatShown(thing.all[first], values[first], { words, names }))
  const crumb = whole && { to: findWholePage(paged, values) ?? '', name: findThingTexts(texts, whole.thing).title }
  return createPage(
    { status: refused === undefined ? 200 : 400, title },
    <>
      <ThingHead thing={thing} title={title} lead={words.states[state] ?? ''} crumb={crumb} />
      <div class="stack">
        {!form && <Alert says={refused?.problem} />}
        <Sheet id="facts" title={texts.labels.details}>
          <Facts thing={thing} words={words} record={record} names={names} mayChoose={form !== undefined} />
          {(possible.length > 0 || mayDelete) && (
            <div class="row">
              {possible.map(([name]) => (
                <PostForm to={`${at}/${name}`}>
                  <SubmitButton looks="quiet">{words.actions[name]}</SubmitButton>
                </PostForm>
              ))}
              {mayDelete && (
                <PostForm to={`${at}/delete`}>
                  <SubmitButton looks="danger">{texts.actions.delete}</SubmitButton>
                </PostForm>
              )}
            </div>
          )}
        </Sheet>
        {await sections.record?.(visit, record)}
        {partSections.map((part) => (
          <PartSection {...part} />
        ))}
        {form && (
          <section class="sheet" aria-label={texts.actions.change}>
            <ThingForm thing={thing} to={`${at}/change`} submit={texts.actions.save} state={form} />
          </section>
        )}
        {entity && <Comments {...entity} comments={comments} userId={userId} />}
        <RecordHistory versions={await loadHistory(visit, thing, id)} words={words} />
      </div>
    </>,
  )
}

interface RecordFactsProps {
  readonly thing: Thing
  readonly words: ThingTexts
  readonly record: ThingRecord
  readonly names: RecordNames
  /** Whether the reader may choose from lists. */
  readonly mayChoose: boolean
}

/** What a record has, for everybody who may read it. */
function Facts({ thing, words, record: { id, values }, names, mayChoose }: RecordFactsProps) {
  const texts = useTexts()
  const choices = new Map(mayChoose ? listChosenFields(thing).map(({ name, path }) => [name, path]) : [])
  const rows = Object.entries(thing.all).filter(
    ([name, field]) =>
      !field.isHidden && !isPart(field) && (choices.has(name) || (values[name] !== null && values[name] !== '')),
  )
  return (
    <dl class="facts">
      {rows.map(([name, field]) => (
        <>
          <dt>{words.fields[name]}</dt>
          <dd class={field.hasLines || findChosenKind(field) !== undefined ? 'said' : undefined}>
            {field.names === 'upload' ? (
              <Link to={`/evidence/${String(values[name])}`}>{words.fields[name]}</Link>
            ) : field.kind === 'link' ? (
              <a href={String(values[name])} rel="noopener noreferrer nofollow">
                {String(values[name])}
              </a>
            ) : (
              formatShown(field, values[name], { words, names })
            )}
            {choices.has(name) && (
              <p>
                {values[name] === null && `${texts.labels.none}. `}
                <Link
                  to={`${thing.page}/${id}${choices.get(name)}`}
                  aria-label={`${texts.shared.choice.choose}: ${words.fields[name]}`}
                >
                  {texts.shared.choice.choose}
                </Link>
              </p>
            )}
          </dd>
        </>
      ))}
    </dl>
  )
}
