import { ApiError, CheckwrightError, StoreError } from '../../../errors/index.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import { formatValue } from '../../../service/fields/field-kinds.ts'
import type { InputOf } from '../../../service/fields/field-types.ts'
import type { OwnSubmission, PageAnswer } from '../../pages/page-route.ts'
import { readSeen } from '../../pages/shared/seen.tsx'
import { findThingTexts } from '../thing-texts.ts'
import { showList } from './list-page.tsx'
import { demandRecord, findWholePage, type PagedThing, readRef } from './paged-thing.ts'
import { readStoredText } from './read-stored-text.ts'
import { showRecord } from './record-page.tsx'
import { fillForm, readThingForm, type ThingFormState } from './thing-form.tsx'

export async function createRecord(submission: OwnSubmission, paged: PagedThing): Promise<PageAnswer> {
  const { thing } = paged
  const { runtime, person } = submission
  const { organizationId, userId } = person
  const { values, state } = await readThingForm(submission, thing)
  if (state.problem !== undefined) return showList(submission, paged, state)
  try {
    const service = runtime.serviceOf(thing)
    const { id } = await service.create({ organizationId, userId, values: values as InputOf<ThingFields> })
    return { kind: 'redirect', to: findWholePage(paged, values) ?? thing.page, notice: 'record-added', made: id }
  } catch (error) {
    if (isTheirs(error)) return showList(submission, paged, { ...state, problem: error.message })
    throw error
  }
}

export async function importRecords(submission: OwnSubmission, paged: PagedThing): Promise<PageAnswer> {
  const { thing } = paged
  const { runtime, objects, person, form } = submission
  const { organizationId, userId } = person
  const [file] = form.takeFiles('file')
  const csv = file && (await readStoredText(objects, organizationId, file.stored))
  try {
    if (csv === undefined) throw createFormError(submission.texts.shared.records.noFile)
    const { id } = await runtime.serviceOf(thing).import({ organizationId, userId, csv })
    return { kind: 'redirect', to: thing.page, notice: 'record-changed', made: id }
  } catch (error) {
    if (!isTheirs(error)) throw error
    return showList(submission, paged, { ...(await fillForm(submission, thing, {})), problem: error.message })
  }
}

function createFormError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'RECORD_INVALID' })
}

export async function changeRecord(submission: OwnSubmission, paged: PagedThing): Promise<PageAnswer> {
  const { thing } = paged
  const { runtime, person, form } = submission
  const seenAtMs = Number(readSeen(form)) || undefined
  const { values, state } = await readThingForm(submission, thing)
  if (state.problem !== undefined) return showRecord(submission, paged, { ...state, seenAtMs })
  try {
    const ref = { ...readRef(submission, thing), userId: person.userId, seenAtMs }
    await runtime.serviceOf(thing).change({ ...ref, changes: values })
    return { kind: 'redirect', to: `${thing.page}/${ref.id}`, notice: 'record-changed' }
  } catch (error) {
    if (isTheirs(error)) return showRecord(submission, paged, { ...state, seenAtMs, problem: error.message })
    if (isConflict(error)) return showConflict(submission, paged, state)
    throw error
  }
}

export async function deleteRecord(submission: OwnSubmission, paged: PagedThing): Promise<PageAnswer> {
  const { thing } = paged
  const { runtime, person } = submission
  const { values } = await demandRecord(submission, thing)
  const ref = { ...readRef(submission, thing), userId: person.userId }
  await runtime.serviceOf(thing).delete(ref).catch(ignoreConflict)
  return { kind: 'redirect', to: findWholePage(paged, values) ?? thing.page, notice: 'record-deleted' }
}

export async function actOnRecord(submission: OwnSubmission, paged: PagedThing, name: string): Promise<PageAnswer> {
  const { thing } = paged
  const { runtime, person } = submission
  const ref = { ...readRef(submission, thing), userId: person.userId }
  try {
    const done = await runtime.serviceOf(thing).act[name]?.(ref)
    const to = done && (findWholePage(paged, done.values) ?? `${thing.page}/${ref.id}`)
    return { kind: 'redirect', to: to ?? thing.page, notice: 'record-changed' }
  } catch (error) {
    if (!isConflict(error) && !(error instanceof ApiError && error.code === 'API_FORBIDDEN')) throw error
    const { values, changedAtMs } = await demandRecord(submission, thing)
    const state = { ...(await fillForm(submission, thing, values)), seenAtMs: changedAtMs }
    return showRecord(submission, paged, { ...state, problem: error.message })
  }
}

/** Somebody else was first: the form keeps what was entered and says what they saved. */
async function showConflict(submission: OwnSubmission, paged: PagedThing, state: ThingFormState): Promise<PageAnswer> {
  const { thing } = paged
  const { values, changedAtMs } = await demandRecord(submission, thing)
  const words = findThingTexts(submission.texts, thing)
  const now = Object.entries(thing.fields)
    .filter(([, { isHidden }]) => !isHidden)
    .map(([name, field]) => [words.fields[name] ?? name, formatValue(field, values[name])] as const)
  return showRecord(submission, paged, { ...state, seenAtMs: changedAtMs, now })
}

/** What somebody can mend in the form. */
function isTheirs(error: unknown): error is CheckwrightError {
  return error instanceof CheckwrightError && (error.code === 'RECORD_INVALID' || error.code === 'API_QUOTA_EXCEEDED')
}

function isConflict(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'STORE_CONFLICT'
}

/** Somebody else was first, and the page shows the state. */
function ignoreConflict(error: unknown): void {
  if (!isConflict(error)) throw error
}
