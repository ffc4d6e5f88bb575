import { computeLatestExpiry } from '../../../checks/waivers/limits.ts'
import type { DirectorySource } from '../../../crosscheck/define/directory.ts'
import type { SystemSettings } from '../../../crosscheck/people/directory-store.ts'
import { peopleColumns } from '../../../crosscheck/people/people-columns.ts'
import { peopleFileBytesMax } from '../../../crosscheck/people/people-file-limits.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import {
  createPage,
  defineAction,
  definePage,
  type OwnSubmission,
  type OwnVisit,
  type PageAnswer,
} from '../../pages/page-route.ts'
import { Choice, type ChoiceOption } from '../../pages/shared/choice.tsx'
import { FormActions, InputField, Options, SelectField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { readSeen, wasChangedSince } from '../../pages/shared/seen.tsx'
import { takeSentText } from '../../pages/shared/sent-text.ts'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import type { SourceOfPeople } from '../directory.ts'
import type { SourceInput } from '../source-input.ts'
import { DomainAnswers } from './domain-answers.tsx'
import { type RefusedSystem, type SystemEntry, SystemForms } from './system-forms.tsx'

const path = '/settings/directory'

/** Where people come from, and what only people can say of connections. */
export const directoryPage = definePage({
  path,
  access: 'people:write',
  show: (visit) => renderDirectory(visit),
})

/** Adds, moves or removes one source. */
export const changeSources = defineAction({
  path: `${path}/sources`,
  access: 'people:write',
  audit: { action: 'directory.update' },
  act: async (submission) => {
    const { runtime, person, form } = submission
    const { organizationId } = person
    const before = await runtime.directory.list({ organizationId })
    return answerChange(submission, undefined, async () => {
      await runtime.directory.set({ organizationId, sources: changeOrder(before, form) })
      return 'directory-saved'
    })
  },
})

export const importPeople = defineAction({
  path: `${path}/import`,
  access: 'people:write',
  audit: { action: 'people.import' },
  takesFiles: true,
  act: async (submission) => {
    const { runtime, person, form } = submission
    const { text, fileName } = await takeSentText(submission, { field: 'people', bytesMax: peopleFileBytesMax })
    return answerChange(submission, undefined, async () => {
      await runtime.directory.importPeople({
        organizationId: person.organizationId,
        userId: person.userId,
        bytes: new TextEncoder().encode(text),
        fileName,
        source: form.text('source').trim() || undefined,
        covers: readCovers(form.text('covers')),
        date: form.text('date').trim() || undefined,
        allowsLoss: form.text('allowsLoss') === 'on',
      })
      return 'people-imported'
    })
  },
})

export const saveSystem = defineAction({
  path: `${path}/systems/:connectionId`,
  access: 'people:write',
  audit: { action: 'directory.update', target: 'connectionId' },
  act: async (submission) => {
    const { runtime, users, person, form, params } = submission
    const { organizationId, userId } = person
    const user = await users.find({ organizationId, userId })
    const connectionId = params.connectionId ?? ''
    const entry: SystemEntry = {
      enforcedDomains: form.text('enforcedDomains'),
      signsInBy: form.text('signsInBy'),
      reason: form.text('reason').trim(),
      expires: form.text('expires').trim(),
    }
    const now = toMap(await runtime.directory.systems({ organizationId })).get(connectionId)
    if (wasChangedSince(form, now)) return renderDirectory(submission, { system: { entry, wasChanged: true } })
    const { reason, expires } = entry
    const refused = { entry, wasChanged: false, seen: readSeen(form) }
    return answerChange(submission, refused, async () => {
      await runtime.directory.setSystem({
        organizationId,
        connectionId,
        enforcedDomains: entry.enforcedDomains.split(/[\s,;]+/).filter((domain) => domain !== ''),
        signsInBy: entry.signsInBy || null,
        exempt: reason === '' ? null : { reason, expires },
        actor: user?.email || user?.name || userId,
      })
      return 'directory-saved'
    })
  },
})

/** A mistake of the form shows on the page. */
async function answerChange(
  submission: OwnSubmission,
  system: RefusedSystem | undefined,
  change: () => Promise<'directory-saved' | 'people-imported'>,
): Promise<PageAnswer> {
  try {
    return { kind: 'redirect', to: path, notice: await change() }
  } catch (error) {
    if (error instanceof CheckwrightError && /^(?:DIRECTORY|PEOPLE_FILE)_INVALID$/.test(error.code))
      return renderDirectory(submission, { problem: error.message, system })
    throw error
  }
}

function changeOrder(before: readonly SourceOfPeople[], form: OwnSubmission['form']): readonly SourceInput[] {
  const sources = before.map(toInput)
  const at = before.findIndex(({ id }) => id === form.text('id'))
  const source = sources[at]
  const move = form.text('move')
  if (move === 'remove') return sources.filter((_, index) => index !== at)
  if (move === 'up' && source && at > 0)
    return [...sources.slice(0, at - 1), source, ...sources.slice(at - 1, at), ...sources.slice(at + 1)]
  const covers = readCovers(form.text('covers')) ?? 'both'
  const connection = form.text('connection')
  return connection === '' ? sources : [...sources, { connection, covers }]
}

function toInput({ id, is, name, covers, accountsArePeople }: SourceOfPeople): SourceInput {
  return is === 'file' ? { file: name, id, covers } : { connection: id, covers, accountsArePeople }
}

function readCovers(text: string): DirectorySource['covers'] | undefined {
  return text === 'employees' || text === 'contractors' || text === 'both' ? text : undefined
}

interface Refused {
  readonly problem?: string
  readonly system?: RefusedSystem | undefined
}

/** @param visit.params.connectionId the connection whose form was sent */
export async function renderDirectory(
  { texts, runtime, person, query, params }: OwnVisit,
  refused?: Refused,
): Promise<PageAnswer> {
  const { organizationId } = person
  const problem = refused?.problem
  const [sources, systems, answers, connections] = await Promise.all([
    runtime.directory.list({ organizationId }),
    runtime.directory.systems({ organizationId }),
    runtime.domainQuestions.answers({ organizationId }),
    runtime.connections.listListing({ organizationId }),
  ])
  const named = await Promise.all(
    connections
      .filter(({ state }) => state !== 'pending')
      .map(async (connection) => {
        const connector = await runtime.connectorOf(connection)
        const isConnected = connection.state !== 'disconnected'
        const lists = (kind: 'account' | 'person') => connector?.inventories.some(({ of }) => of === kind)
        return {
          id: connection.id,
          name: connection.name ?? connector?.definition.name ?? connection.connector,
          isConnected,
          canListPeople: isConnected && lists('person') === true,
          // What a connector lists that this process does not have, nobody knows.
          canSignIn: isConnected && lists('account') !== false,
        }
      }),
  )
  const free = named.filter(({ id, canListPeople }) => canListPeople && !sources.some((source) => source.id === id))
  const latest = computeLatestExpiry(new Date(runtime.workspace.clock.nowMs()))
  return createPage(
    { status: refused === undefined ? 200 : 400, title: texts.labels.directory },
    <>
      <SettingsHead title={texts.labels.directory} at={path}>
        <p class="lead">{texts.directory.lead}</p>
      </SettingsHead>
      {problem !== undefined && (
        <div class="alert" role="alert">
          <pre>{problem}</pre>
        </div>
      )}
      <div class="stack">
        <Sources sources={sources} free={free.map(({ id, name }) => [id, name])} />
        <ImportForm files={sources.filter(({ is }) => is === 'file')} />
        <SystemForms
          connections={named}
          chosen={params.connectionId ?? query.get('connection') ?? undefined}
          settings={toMap(systems)}
          refused={refused?.system}
          latest={latest}
          path={path}
        />
        <DomainAnswers answers={answers} names={new Map(named.map(({ id, name }) => [id, name]))} />
        <p>
          <Link to="/people">{texts.directory.toPeople}</Link>
        </p>
      </div>
    </>,
  )
}

function toMap(systems: readonly SystemSettings[]): ReadonlyMap<string, SystemSettings> {
  return new Map(systems.map((settings) => [settings.connectionId, settings]))
}

function Sources({
  sources,
  free,
}: {
  readonly sources: readonly SourceOfPeople[]
  readonly free: readonly ChoiceOption[]
}) {
  const texts = useTexts()
  return (
    <section class="sheet">
      <h2>{texts.directory.sources.title}</h2>
      <p class="small">{texts.directory.sources.help}</p>
      {sources.length === 0 && <p>{texts.directory.sources.empty}</p>}
      <ol class="list">
        {sources.map((source, index) => (
          <li>
            <span class="what">
              <b>{source.name}</b>{' '}
              <span class="small">
                {texts.directory.sources.covers({
                  source: texts.directory.sources.kinds[source.is],
                  covers: texts.directory.covers[source.covers],
                })}
              </span>
              <span class="small">
                {' '}
                <Reading source={source} />
              </span>
            </span>
            <PostForm to={`${path}/sources`}>
              <input type="hidden" name="id" value={source.id} />
              {index > 0 && (
                <SubmitButton
                  looks="quiet"
                  name="move"
                  value="up"
                  aria-label={texts.directory.sources.moveUpNamed({ name: source.name })}
                >
                  {texts.directory.sources.moveUp}
                </SubmitButton>
              )}
              <SubmitButton
                looks="quiet"
                name="move"
                value="remove"
                aria-label={texts.directory.sources.removeNamed({ name: source.name })}
              >
                {texts.actions.remove}
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ol>
      {free.length > 0 && (
        <PostForm to={`${path}/sources`} class="filter dense">
          <Choice name="connection" label={texts.labels.connection} chosen={undefined} options={free} isComplete />
          <Choice
            name="covers"
            label={texts.directory.coversLabel}
            chosen="both"
            options={Object.entries(texts.directory.coverOptions)}
            isComplete
          />
          <SubmitButton>{texts.directory.sources.addConnection}</SubmitButton>
        </PostForm>
      )}
    </section>
  )
}

function Reading({ source: { people, is } }: { readonly source: SourceOfPeople }) {
  const texts = useTexts()
  if (!people) return is === 'file' ? texts.directory.sources.noFile : texts.directory.sources.neverRead
  return (
    <>
      {texts.directory.sources[is === 'file' ? 'fileOf' : 'readOn']({
        people: texts.counts.people({ count: people.count }),
        moment: <Moment at={people.readAt} />,
      })}
      {!people.complete && ` ${texts.directory.sources.incomplete}`}
      {people.countsUntil !== undefined && (
        <> {texts.directory.sources.validUntil({ moment: <Moment at={people.countsUntil} /> })}</>
      )}
    </>
  )
}

function ImportForm({ files }: { readonly files: readonly SourceOfPeople[] }) {
  const texts = useTexts()
  return (
    <section class="sheet">
      <h2>{texts.directory.import.title}</h2>
      <p class="small">{texts.directory.import.help({ columns: peopleColumns.join(', ') })}</p>
      <PostForm to={`${path}/import`} enctype="multipart/form-data">
        <InputField name="people-file" label={texts.labels.file} type="file" accept=".csv,text/csv" required />
        <InputField
          name="source"
          label={texts.directory.import.source}
          type="text"
          maxlength={100}
          value={files[0]?.name ?? texts.directory.import.defaultSource}
          required
        />
        <SelectField name="covers" label={texts.directory.import.covers}>
          <Options of={Object.entries(texts.directory.coverOptions)} chosen={'both'} />
        </SelectField>
        <InputField
          name="date"
          label={texts.directory.import.date}
          optional
          help={texts.directory.import.dateHelp}
          type="date"
        />
        <label class="tick">
          <input type="checkbox" name="allowsLoss" /> {texts.directory.import.allowLoss}
        </label>
        <FormActions submit={texts.directory.import.button} />
      </PostForm>
    </section>
  )
}
