import { CheckwrightError, StoreError } from '../../../errors/index.ts'
import { useFrame } from '../../all-texts/frame.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, type OwnSubmission, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { readSeen, SeenField } from '../../pages/shared/seen.tsx'
import { findThingTexts } from '../thing-texts.ts'
import { type ChoiceItem, foldLabel, openChoices } from './choice-source.ts'
import { cutTitle } from './cut-title.ts'
import type { listChosenFields } from './page-facts.ts'
import { demandRecord, type PagedThing, readRef } from './paged-thing.ts'

type ChosenField = ReturnType<typeof listChosenFields>[number]

/** As many as a person looks through; of more they search. */
const listedMax = 100
const wordsMax = 200

/** What somebody has ticked so far, and looks for. */
interface ChoiceState {
  /** Ids, in their order. */
  readonly ticked: readonly string[]
  readonly text: string
  readonly seenAtMs: number
  readonly problem?: string | undefined
}

/** Chooses the items of a field from a list, with a search; without a script too. */
export async function showChoice(
  visit: OwnVisit,
  { thing }: PagedThing,
  field: ChosenField,
  typed?: ChoiceState,
): Promise<PageAnswer> {
  const record = await demandRecord(visit, thing)
  const words = findThingTexts(visit.texts, thing)
  const { id, values, changedAtMs } = record
  const state = typed ?? { ticked: (values[field.name] ?? []) as string[], text: '', seenAtMs: changedAtMs }
  const source = openChoices(visit, field.names)
  const [known = [], found = []] = await Promise.all([
    source?.find(state.ticked),
    source?.list(state.text, listedMax + 1),
  ])
  const byId = new Map(known.map((item) => [item.id, item]))
  // What is gone meanwhile can be taken out.
  const ticked = state.ticked.map((each) => byId.get(each) ?? { id: each, label: each, group: '' })
  const label = words.fields[field.name] ?? field.name
  const [first = ''] = thing.columns
  return createPage(
    { status: state.problem === undefined ? 200 : 400, title: label },
    <>
      <PageHead
        crumbs={<Link to={`${thing.page}/${id}`}>{cutTitle(String(values[first] ?? id))}</Link>}
        title={label}
        lead={words.hints?.[field.name]}
      />
      <section class="sheet" aria-label={label}>
        <Alert says={state.problem} />
        <ItemTicks
          at={`${thing.page}/${id}`}
          field={field}
          state={state}
          ticked={ticked}
          others={found.slice(0, listedMax).filter((item) => !state.ticked.includes(item.id))}
          isMore={found.length > listedMax}
        />
      </section>
    </>,
  )
}

interface ItemTicksProps {
  /** Page of the record. */
  readonly at: string
  readonly field: ChosenField
  readonly state: ChoiceState
  readonly ticked: readonly ChoiceItem[]
  readonly others: readonly ChoiceItem[]
  readonly isMore: boolean
}

function ItemTicks({ at, field: { name, path }, state, ticked, others, isMore }: ItemTicksProps) {
  const texts = useTexts()
  const { base } = useFrame()
  const words = texts.shared.choice
  const groups = [...Map.groupBy(others, ({ group }) => group)]
  return (
    <PostForm to={`${at}${path}/search`}>
      <SeenField seen={`${state.seenAtMs}`} />
      <div class="search">
        <div class="field">
          <label class="sr" for="q">
            {words.search}
          </label>
          <input
            id="q"
            name="q"
            type="search"
            maxlength={wordsMax}
            value={state.text}
            placeholder={words.search}
            data-filter={isMore ? undefined : 'choices'}
            data-one={words.foundOne}
            data-many={words.foundMany}
          />
        </div>
        <SubmitButton looks="quiet">{texts.actions.search}</SubmitButton>
      </div>
      <p class="small" role="status" id="found">
        {isMore ? words.more({ count: texts.format.counted(others.length) }) : words.found({ count: others.length })}
      </p>
      {ticked.length > 0 && <TickGroup name={name} legend={words.chosen} items={ticked} isTicked />}
      <div id="choices">
        {groups.map(([group, items]) => (
          <div data-group>
            <TickGroup name={name} legend={group === '' ? words.others : group} items={items} />
          </div>
        ))}
      </div>
      <div class="actions">
        <SubmitButton looks="primary" formaction={`${base}${at}${path}`}>
          {texts.actions.save}
        </SubmitButton>
        <Link to={at} looks="quiet">
          {texts.actions.cancel}
        </Link>
      </div>
    </PostForm>
  )
}

interface TickGroupProps {
  readonly name: string
  readonly legend: string
  readonly items: readonly ChoiceItem[]
  readonly isTicked?: boolean
}

function TickGroup({ name, legend, items, isTicked = false }: TickGroupProps) {
  return (
    <fieldset class="after">
      <legend>{legend}</legend>
      <div class="fields ticks">
        {items.map(({ id, label }) => (
          <label class="tick" data-search={foldLabel(label)}>
            <input type="checkbox" name={name} value={id} checked={isTicked} /> {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Shows those with some words. What was ticked stays, and nothing is saved. */
export function searchChoice(submission: OwnSubmission, paged: PagedThing, field: ChosenField): Promise<PageAnswer> {
  return showChoice(submission, paged, field, readState(submission, field))
}

export async function saveChoice(
  submission: OwnSubmission,
  paged: PagedThing,
  field: ChosenField,
): Promise<PageAnswer> {
  const { thing } = paged
  const { runtime, person, texts } = submission
  const state = readState(submission, field)
  const ref = { ...readRef(submission, thing), userId: person.userId, seenAtMs: state.seenAtMs }
  const items = state.ticked.length === 0 ? null : state.ticked
  try {
    await runtime.serviceOf(thing).change({ ...ref, changes: { [field.name]: items } })
    return { kind: 'redirect', to: `${thing.page}/${ref.id}`, notice: 'record-changed' }
  } catch (error) {
    const { changedAtMs } = await demandRecord(submission, thing)
    if (error instanceof StoreError && error.code === 'STORE_CONFLICT')
      return showChoice(submission, paged, field, { ...state, seenAtMs: changedAtMs, problem: texts.shared.conflict })
    if (error instanceof CheckwrightError && error.code === 'RECORD_INVALID')
      return showChoice(submission, paged, field, { ...state, problem: error.message })
    throw error
  }
}

function readState({ form }: OwnSubmission, { name }: ChosenField): ChoiceState {
  return {
    ticked: [...new Set(form.all(name))],
    text: form.text('q').trim().slice(0, wordsMax),
    seenAtMs: Number(readSeen(form)) || 0,
  }
}
