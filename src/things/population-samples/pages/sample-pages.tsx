import { inventoryKinds } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { isInPeriod, mayNameConnections } from '../../../service/rights/period.ts'
import { mayDo, mayReadPeople } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { SessionPerson } from '../../api/options/person.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { RecordFacts, RecordName } from '../../inventories/pages/record-facts.tsx'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import { OlderLink, readListPlace } from '../../pages/shared/older-link.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { takeWanted } from '../../parts/take-wanted.ts'
import { populationSample } from '../thing.ts'

type DrawnSample = ThingRecord<typeof populationSample.all>

const shown = 20

/** The samples of lists in somebody's period. Without evidence that names people, an auditor opens single records of one, by their numbers. */
export const samplesPage = definePage({
  path: '/samples',
  access: 'runs:read',
  show: async (visit) => {
    const { texts, person, query } = visit
    const words = texts.populationSamples
    const samples = await takeWanted(readSamples(visit), (sample) => isVisible(sample, person), shown + 1)
    const page = samples.slice(0, shown)
    const last = samples.length > shown ? page.at(-1) : undefined
    return createPage(
      { title: words.title },
      <>
        <PageHead
          title={words.title}
          lead={mayOpen(person) && !mayReadPeople(person) ? words.auditor.lead : undefined}
        />
        {page.length === 0 && (
          <p class="sheet">
            {words.auditor.empty}{' '}
            {mayDo(person.role, populationSample.scopes.write) ? (
              <Link to={populationSample.page}>{words.draw}</Link>
            ) : (
              words.auditor.askFor
            )}
          </p>
        )}
        {page.map((sample) => (
          <SampleSheet sample={sample} person={person} />
        ))}
        <OlderLink at="/samples" query={query} last={last && { atMs: last.createdAtMs, id: last.id }} />
      </>,
    )
  },
})

/** One record that was drawn. Who opened it is in the audit log. */
export const sampledRecordPage = definePage({
  path: '/samples/:populationSampleId/records/:number',
  access: 'runs:read',
  auditRead: {
    action: 'population_sample.reveal',
    describe: ({ populationSampleId: sampleId = '', number = '' }) => ({
      target: sampleId,
      fields: /^\d{1,6}$/.test(number) ? [number] : [],
    }),
  },
  show: async ({ texts, runtime, bundles, person, params }) => {
    const { organizationId } = person
    const words = texts.populationSamples
    const sample = await recordsFor(runtime, populationSample, { organizationId }).get(params.populationSampleId ?? '')
    const number = Number(params.number)
    const id = sample && isVisible(sample, person) ? sample.values.drawn[number - 1] : undefined
    if (sample === undefined || id === undefined)
      throw new ApiError('There is no such record of a sample.', { code: 'NOT_FOUND' })
    if (!mayOpen(person))
      throw new ApiError('Only administrators and auditors open the records of a sample.', { code: 'API_FORBIDDEN' })
    const { list, connectionId, runId } = sample.values
    const record = await bundles.record(organizationId, runId, { list, connectionId, id })
    const of = inventoryKinds.find((kind) => kind === list.split('.')[0])
    return createPage(
      { title: words.auditor.record({ number }) },
      <>
        <PageHead
          crumbs={<Link to="/samples">{words.title}</Link>}
          title={words.auditor.record({ number })}
          lead={words.auditor.recorded}
        />
        <section class="sheet" aria-label={words.auditor.record({ number })}>
          {record === undefined ? (
            <p>{words.auditor.noEvidence}</p>
          ) : (
            <>
              <RecordName record={record} />
              {of && <RecordFacts of={of} record={record} />}
            </>
          )}
        </section>
      </>,
    )
  },
})

/** Members run systems, and are no auditors. */
function mayOpen(person: SessionPerson): boolean {
  return person.role === 'viewer' || mayReadPeople(person)
}

/** A list belongs to the day on which it was read. */
function isVisible({ values: { readAtMs } }: DrawnSample, person: SessionPerson): boolean {
  return isInPeriod({ startedAtMs: readAtMs }, person)
}

/** From the place in the query on, a page at a time. Nobody changes a sample, so they are as they were. */
function readSamples({ runtime, person: { organizationId }, query }: OwnVisit) {
  const place = readListPlace(query)
  const begin = place && { createdAtMs: place.atMs, id: place.id }
  const samples = recordsFor(runtime, populationSample, { organizationId })
  return listAllRecords({ list: ({ before = begin, ...page }) => samples.list({ ...page, before }) })
}

function SampleSheet({ sample, person }: { readonly sample: DrawnSample; readonly person: SessionPerson }) {
  const texts = useTexts()
  const words = texts.populationSamples
  const { id, values } = sample
  const { list, connectionId, runId, readAtMs, completeness, reasons, populationSize, seedFrom, seed, drawn } = values
  return (
    <Sheet id={`sample-${id}`} title={list}>
      <dl class="pairs">
        {mayNameConnections(person) && (
          <>
            <dt>{texts.labels.connection}</dt>
            <dd>
              <code>{connectionId}</code>
            </dd>
          </>
        )}
        <dt>{words.readAt}</dt>
        <dd>
          <Moment at={new Date(readAtMs).toISOString()} /> <Link to={`/runs/${runId}`}>{texts.labels.run}</Link>
        </dd>
        <dt>{words.completeness}</dt>
        <dd>{[words.choices[completeness], ...(reasons ?? [])].join('. ')}</dd>
        <dt>{words.list}</dt>
        <dd>{texts.format.number(populationSize)}</dd>
        <dt>{words.seedWord}</dt>
        <dd>
          <code>{seed}</code> ({words.choices[seedFrom]})
        </dd>
        <dt>{words.drawn}</dt>
        <dd>
          <ol class="list">
            {drawn.map((record, index) => (
              <li>
                {mayOpen(person) ? (
                  <Link to={`/samples/${id}/records/${index + 1}`}>
                    {mayReadPeople(person) ? record : words.auditor.reveal({ number: index + 1 })}
                  </Link>
                ) : (
                  words.auditor.record({ number: index + 1 })
                )}
              </li>
            ))}
          </ol>
        </dd>
      </dl>
    </Sheet>
  )
}
